import { NextRequest } from "next/server";
import { middleware } from "@/middleware";

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
  "sends people without a session from %s to sign in, with where they wanted to go",
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
