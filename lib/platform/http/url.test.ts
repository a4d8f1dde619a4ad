import { readableTarget } from "./url";

it.each(["/", "/trade?a=%", "/saving/%F0%9F%98%80", "/api/files/a%2Fb?x=1?y"])(
  "leaves %s as it is",
  (target) => expect(readableTarget(target)).toBe(target),
);

it.each([
  ["/api/%", "/api/%25"],
  ["/saving/%ED%A0%80?a=%20?b", "/saving/%25ED%25A0%2580?a=%20?b"],
  ["/%zz/%20", "/%25zz/%2520"],
])("takes %s letter by letter", (target, read) => {
  expect(readableTarget(target)).toBe(read);
  expect(() => decodeURIComponent(readableTarget(target).split("?")[0] ?? "")).not.toThrow();
});
