import type { NextAuthOptions } from "next-auth";
import { env, hasSecureOrigin } from "@/lib/platform/env";
import { verifySessionToken } from "./mutations";
import { sessionSeconds } from "./token";

/**
 * next-auth, reading the same token as everything else. Its decode is ours, so that a revoked
 * session reads as none, and its encode gives the token back as it was, so that reading the
 * session never mints a new one.
 */
export function authOptions(): NextAuthOptions {
  return {
    providers: [],
    secret: env.NEXTAUTH_SECRET,
    useSecureCookies: hasSecureOrigin(),
    session: { strategy: "jwt", maxAge: sessionSeconds() },
    pages: { signIn: "/login" },
    jwt: {
      decode: async ({ token }) => {
        const principal = token ? await verifySessionToken(token) : null;
        return principal && token
          ? { sub: principal.userId, name: principal.username, raw: token }
          : null;
      },
      encode: async ({ token }) => String(token?.raw ?? ""),
    },
    callbacks: {
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { id: token.sub, name: token.name },
      }),
    },
  };
}
