/**
 * Session tokens in next-auth's own format: the cookie and the Bearer token are the same encrypted
 * JWT with the user's and the session's id. The session row decides whether it still counts.
 */
import { decode, encode } from "next-auth/jwt";
import { env, hasSecureOrigin } from "@/lib/platform/env";

export type SessionClaims = { userId: string; sessionId: string; expiresAtMs: number };

const CACHE_LIMIT = 5_000;
const decoded = new Map<string, SessionClaims>();

/** Lifetime of a session in seconds. */
export function sessionSeconds(): number {
  return env.SESSION_DAYS * 86_400;
}

/** Token of a session row. */
export function encodeSessionToken(userId: string, sessionId: string): Promise<string> {
  return encode({
    token: { sub: userId, sid: sessionId },
    secret: env.NEXTAUTH_SECRET,
    maxAge: sessionSeconds(),
  });
}

/** Claims of a token, or null when it is forged or has expired. Decryption results are cached. */
export async function decodeSessionToken(token: string): Promise<SessionClaims | null> {
  const known = decoded.get(token);
  if (known) return known.expiresAtMs > Date.now() ? known : null;
  const claims = await decode({ token, secret: env.NEXTAUTH_SECRET }).catch(() => null);
  if (typeof claims?.sub !== "string" || typeof claims.sid !== "string") return null;
  const result = {
    userId: claims.sub,
    sessionId: claims.sid,
    expiresAtMs: Number(claims.exp ?? 0) * 1000,
  };
  if (decoded.size >= CACHE_LIMIT) decoded.clear();
  decoded.set(token, result);
  return result;
}

/** Name of the session cookie, as next-auth names it. */
export function sessionCookieName(): string {
  return hasSecureOrigin() ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** Set-Cookie value that stores a token, or clears it when null. */
export function sessionCookie(token: string | null): string {
  const parts = [
    `${sessionCookieName()}=${token ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${token ? sessionSeconds() : 0}`,
  ];
  if (hasSecureOrigin()) parts.push("Secure");
  return parts.join("; ");
}

/** The token in a Cookie header, or null; a malformed one is none. next-auth's cookie is never chunked at this size. */
export function tokenFromCookies(header: string | null): string | null {
  const name = `${sessionCookieName()}=`;
  const found = header
    ?.split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  try {
    return decodeURIComponent(found?.slice(name.length) ?? "") || null;
  } catch {
    return null;
  }
}

/** The token of an Authorization header, or null. */
export function bearerOf(headers: Headers): string | null {
  return /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}
