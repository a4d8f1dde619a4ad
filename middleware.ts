/**
 * Guards pages: people without a session cookie are sent to log in, with the page they wanted.
 * It can't see revoked sessions; the pages' own gates check those. The API guards itself.
 */
import { type NextRequest, NextResponse } from "next/server";
import { getToken } from "next-auth/jwt";
import { contentSecurityPolicy, PATH_HEADER, SECURITY_HEADERS } from "@/lib/platform/security/csp";

const USER_PAGES = new Set(
  (
    "profile record trade market ai-trading storage advantages-of-ai-trading option-trading " +
    "store-xaut personal-info security-management records notifications invite-friends deposit " +
    "withdraw saving saving-history chat transaction-history"
  ).split(" "),
);

type Door = "user" | "admin" | "open";

function doorOf(pathname: string): Door {
  const [first, second] = pathname.split("/").filter(Boolean);
  if (first === "admin") return second === "login" ? "open" : "admin";
  return first === undefined || USER_PAGES.has(first) ? "user" : "open";
}

export async function middleware(request: NextRequest): Promise<NextResponse> {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === "development");
  const { pathname, search } = request.nextUrl;
  const door = doorOf(pathname);
  if (door !== "open" && !(await hasSession(request))) {
    const url = new URL(door === "admin" ? "/admin/login" : "/login", request.url);
    url.searchParams.set("redirect", pathname + search);
    return withHeaders(NextResponse.redirect(url), policy);
  }
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set(PATH_HEADER, pathname + search);
  headers.set("content-security-policy", policy);
  return withHeaders(NextResponse.next({ request: { headers } }), policy);
}

function hasSession(request: NextRequest): Promise<unknown> {
  const secureCookie = process.env.APP_URL?.startsWith("https://") ?? false;
  return getToken({ req: request, secret: process.env.NEXTAUTH_SECRET, secureCookie });
}

function withHeaders(response: NextResponse, policy: string): NextResponse {
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  return response;
}

export const config = {
  matcher: [
    // Files stand at the root: below it a name with a dot is part of a page, such as /saving/x.png.
    "/((?!api(?:/|$)|_next/|files/|[^/]*\\.(?:ico|js|png|svg|txt|xml|html|webmanifest)$).*)",
  ],
};
