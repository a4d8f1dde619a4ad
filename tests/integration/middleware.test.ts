import { NextRequest } from "next/server";
import { SECURITY_HEADERS } from "@/lib/platform/security/csp";
import { config, middleware } from "@/middleware";
import nextConfig from "@/next.config";

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

it("lets nobody send the framework's image optimiser to our own addresses", () => {
  expect(nextConfig.images).toEqual({ unoptimized: true });
});

describe("what the page guard lets pass", () => {
  // As the framework reads the sources of headers.
  const { pathToRegexp } = jest.requireActual<{ pathToRegexp: (source: string) => RegExp }>(
    "next/dist/compiled/path-to-regexp",
  );
  const headersOf = async (path: string) => {
    const rules = (await nextConfig.headers?.()) ?? [];
    const matching = rules.filter(({ source }) => pathToRegexp(source).test(path));
    return matching.map(({ headers }) =>
      Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    );
  };

  it.each(["/x.png", "/foo.txt", "/favicon.ico", "/files/x", "/files/a/b.png", "/_next/x"])(
    "has the same headers at %s, once",
    async (path) => {
      expect(guards(path)).toBe(false);
      const [headers, ...more] = await headersOf(path);
      expect(more).toEqual([]);
      expect(headers).toMatchObject(SECURITY_HEADERS);
      expect(headers?.["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  );

  it.each(["/", "/trade", "/saving/x.png", "/filesystem", "/api/trades", "/api/x.png"])(
    "says nothing at %s, which has its own",
    async (path) => expect(await headersOf(path)).toEqual([]),
  );
});

describe("who has no session", () => {
  /** Where somebody without a session is sent from a path. */
  async function sentTo(path: string): Promise<string | null> {
    const answer = await middleware(new NextRequest(`http://site.test${path}`));
    return answer.headers.get("location");
  }

  it.each([
    ["/", "/login?redirect=%2F"],
    ["/trade", "/login?redirect=%2Ftrade"],
    ["/records?kind=deposit", "/login?redirect=%2Frecords%3Fkind%3Ddeposit"],
    ["/saving/1", "/login?redirect=%2Fsaving%2F1"],
    ["/admin", "/admin/login?redirect=%2Fadmin"],
    ["/admin/users", "/admin/login?redirect=%2Fadmin%2Fusers"],
  ])(
    "sends people without a session from %s to log in, with where they wanted to go",
    async (path, to) => {
      expect(await sentTo(path)).toBe(`http://site.test${to}`);
    },
  );

  it.each(["/login", "/register", "/admin/login", "/privacy-policy", "/no-such-page"])(
    "lets everybody see %s",
    async (path) => {
      expect(await sentTo(path)).toBeNull();
    },
  );
});
