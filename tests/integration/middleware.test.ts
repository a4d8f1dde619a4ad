import { NextRequest } from "next/server";
import { config, middleware } from "@/middleware";

const guards = (path: string) => new RegExp(`^${config.matcher[0]}$`).test(path);

describe("the page guard", () => {
  it.each(["/", "/trade", "/admin/users", "/saving/x.png", "/deposit/proof/a.txt", "/nowhere"])(
    "stands before the page %s",
    (path) => expect(guards(path)).toBe(true),
  );

  it.each(["/api/trades", "/_next/static/a.js", "/logo.png", "/favicon.ico", "/robots.txt"])(
    "lets %s pass",
    (path) => expect(guards(path)).toBe(false),
  );

  it("keeps what a visitor wanted, and lets nobody frame the answer", async () => {
    const answer = await middleware(new NextRequest("http://localhost:3000/saving/x.png?a=1"));
    expect(answer.headers.get("location")).toContain("/login?redirect=%2Fsaving%2Fx.png%3Fa%3D1");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});
