import { destinationAfterSignIn, safePath } from "./rules";

describe("a path to return to", () => {
  it.each(["/", "/trade", "/deposit/address/USDT?network=TRC20#qr"])("may be %s", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    "",
    "trade",
    "https://example.com",
    "//example.com",
    "/\\example.com",
    "/\t/example.com",
    "/\n\\example.com",
    "/..//example.com",
    "/.//example.com",
    "/trade/%2e%2e/.\\/example.com",
    "/a/..//example.com",
    "javascript:alert(1)",
  ])("may not be %j", (path) => {
    expect(safePath(path)).toBeNull();
  });
});

describe("after logging in", () => {
  const on = { user: true, admin: true };
  const go = (input: Partial<Parameters<typeof destinationAfterSignIn>[0]>) =>
    destinationAfterSignIn({ saved: null, isAdmin: false, door: "user", panels: on, ...input });

  it("people go to the page they wanted, or home", () => {
    expect(go({ saved: "/trade?pair=1" })).toBe("/trade?pair=1");
    expect(go({})).toBe("/");
  });

  it("nobody goes to a login page again", () => {
    for (const saved of ["/login?x=1", "/register", "/admin/login"]) {
      expect(go({ saved, isAdmin: true })).toBe("/");
    }
  });

  it("only staff go to the panel", () => {
    expect(go({ saved: "/admin/users" })).toBe("/");
    expect(go({ saved: "/admin/users", isAdmin: true })).toBe("/admin/users");
    expect(go({ saved: "/administrator" })).toBe("/administrator");
  });

  it("the staff door leads into the panel, whatever was wanted elsewhere", () => {
    expect(go({ door: "admin", isAdmin: true, saved: "/trade" })).toBe("/admin");
    expect(go({ door: "admin", isAdmin: true, saved: "/admin/deposits" })).toBe("/admin/deposits");
  });

  it("a panel that is off is never a destination, so that nobody runs in circles", () => {
    const panels = { user: false, admin: true };
    expect(go({ panels })).toBeNull();
    expect(go({ panels, saved: "/trade" })).toBeNull();
    expect(go({ panels, isAdmin: true })).toBe("/admin");
    expect(go({ door: "admin", isAdmin: true, panels: { user: true, admin: false } })).toBe("/");
  });
});
