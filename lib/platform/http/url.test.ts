import { canonicalPath, pathPattern, readableTarget } from "./url";

it.each(["/", "/trade?a=%", "/saving/%F0%9F%98%80", "/api/files/a%2Fb?x=1?y"])(
  "leaves %s as it is",
  (target) => expect(readableTarget(target)).toBe(target),
);

it.each([
  ["/api/%", "/api/%25"],
  ["/saving/%ED%A0%80?a=%20?b", "/saving/%25ED%25A0%2580?a=%20?b"],
  ["/%zz/%20", "/%25zz/%2520"],
  ["*", "/*"],
])("takes %s letter by letter", (target, read) => {
  expect(readableTarget(target)).toBe(read);
  expect(() => decodeURIComponent(readableTarget(target).split("?")[0] ?? "")).not.toThrow();
});

it.each([
  ["/api/trades", {}, "/api/trades"],
  ["/api/trades", undefined, "/api/trades"],
  ["/api/trades/7f", { id: "7f" }, "/api/trades/{id}"],
  ["/api/admin/users/admin/limits", { id: "admin" }, "/api/admin/users/{id}/limits"],
  ["/api/files/a%20b/1", { key: "a b", part: "1" }, "/api/files/{key}/{part}"],
  ["/api/auth/sign/in", { nextauth: ["sign", "in"] }, "/api/auth/{nextauth}"],
  ["/api/trades/a", { id: "b" }, "other"],
  ["/api/%/7f", { id: "7f" }, "/api/%25/{id}"],
])("names the route of %s", (path, params, pattern) => {
  expect(pathPattern(path, params)).toBe(pattern);
});

it.each([
  ["/api/trades", {}, undefined, "/api/trades"],
  ["/api/trades/7f/stop", { id: "7f" }, { id: "7f" }, "/api/trades/7f/stop"],
  ["/api/trades/7F/stop", { id: "7F" }, { id: "7f" }, "/api/trades/7f/stop"],
  ["/api/tr%61des/%37F", { id: "7F" }, { id: "7f" }, "/api/trades/7f"],
  ["/api/a/AB/b/AB", { id: "AB", runId: "AB" }, { id: "ab", runId: "ab" }, "/api/a/ab/b/ab"],
  ["/api/files/a%2fb", { key: "a/b" }, { key: "a/b" }, "/api/files/a%2Fb"],
  ["/api/%/7F", { id: "7F" }, { id: "7f" }, "/api/%25/7f"],
])("spells %s in one way", (path, raw, parsed, spelled) => {
  expect(canonicalPath(path, raw, parsed)).toBe(spelled);
});
