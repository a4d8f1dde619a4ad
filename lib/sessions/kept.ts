import { isBusy } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/security/hash";

/** Channel of the database that names the user whose sessions ended or mean something else now. */
export const SESSION_CHANNEL = "session_changes";

/** How long what was read of a session is used, where its end is somehow not heard of. */
const KEPT_MS = 2_000;
const MAX_KEPT = 5_000;

type Kept = { userId: string; readAtMs: number; row: Promise<unknown> };
type Sessions = { byToken: Map<string, Kept>; isHearing: boolean };

/** Shared by server.ts, which hears of changes, and the Next bundle, which has its own modules. */
const holder = globalThis as typeof globalThis & { __sessions?: Sessions };
const sessions = (): Sessions => {
  holder.__sessions ??= { byToken: new Map(), isHearing: false };
  return holder.__sessions;
};

/**
 * Says whether this process hears at once of sessions that end. While it does not, each request reads its own, and
 * what was kept before is forgotten: an end may have been missed.
 */
export function hearOfSessions(isHearing: boolean): void {
  holder.__sessions = { byToken: new Map(), isHearing };
}

/** Forgets what this process knows of a user's sessions. */
export function forgetSessions(userId: string): void {
  const { byToken } = sessions();
  for (const [name, kept] of byToken) if (kept.userId === userId) byToken.delete(name);
}

/**
 * Reads a session, once in two seconds for all requests that come with its token.
 * @param read the session now; null where it is none any more, which is not kept
 */
export async function keptSession<Row>(
  token: string,
  userId: string,
  read: () => Promise<Row | null>,
): Promise<Row | null> {
  const { byToken, isHearing } = sessions();
  if (!isHearing) return read();
  // Not the token itself: what a dump of the memory shows lets nobody in.
  const name = sha256(token).toString("base64");
  const found = byToken.get(name);
  if (found && performance.now() - found.readAtMs < KEPT_MS) {
    try {
      return (await found.row) as Row | null;
    } catch (error) {
      // Whoever began to read has gone or waited for too long; that is nothing to this request.
      if (!isBusy(error)) throw error;
      return keptSession(token, userId, read);
    }
  }
  byToken.delete(name);
  const [oldest] = byToken.keys();
  if (byToken.size >= MAX_KEPT && oldest !== undefined) byToken.delete(oldest);
  // From before it is read: what ends it meanwhile takes it out again.
  const kept = { userId, readAtMs: performance.now(), row: read() };
  byToken.set(name, kept);
  const forget = () => {
    if (byToken.get(name) === kept) byToken.delete(name);
  };
  try {
    const row = await kept.row;
    if (row === null) forget();
    return row;
  } catch (error) {
    forget();
    throw error;
  }
}
