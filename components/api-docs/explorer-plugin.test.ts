import { matchesOperation } from "./explorer-plugin";

const operation = {
  method: "post",
  path: "/api/storage/store",
  texts: ["Store XAUT", undefined],
};

it.each(["storage", "STORE xaut", "post /api/storage", "  ", "xaut storage"])(
  "finds an operation by %j",
  (search) => {
    expect(matchesOperation(operation, search)).toBe(true);
  },
);

it.each(["retrieve", "store usdt", "get"])("leaves it out where one looks for %j", (search) => {
  expect(matchesOperation(operation, search)).toBe(false);
});
