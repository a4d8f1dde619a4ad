import type { Actor } from "@/lib/audit/mutations";
import { type Db, endWith, sql, type Tx, transaction } from "@/lib/platform/db";
import type { ErrorCode } from "@/lib/platform/errors";
import type { Caller } from "@/lib/platform/http";
import { publishEvent } from "@/lib/platform/outbox";
import { REVOKED_EVENT } from "@/lib/platform/realtime";
import type { SocketIdentity } from "@/lib/platform/realtime/server";
import { readTogether } from "@/lib/platform/shared-read";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { forgetSessions, keptSession } from "./kept";
import { isFullStaff, permissionsOf, type StaffRights } from "./permission-rules";
import { decodeSessionToken, type SessionClaims, sessionSeconds } from "./token";
import { type UserId, userIdOf } from "./user-id";

/** What somebody may do as a member of staff. */
type LiveRights = StaffRights & {
  /** Why somebody who is staff can't act as staff now: what staff routes answer instead. */
  refusedAsStaff?: ErrorCode;
};

/** A logged-in person, as known from their session row. */
export type Principal = Caller &
  LiveRights & {
    userId: UserId;
    username: string;
    countryIso: string;
    /** The language that they have chosen for their account; null before that. */
    language: string | null;
    /** Their password was set by support: until they choose their own, nothing else is open to them. */
    mustChangePassword: boolean;
    /** When they gave their password to open the session, in milliseconds since the epoch. */
    signedInAtMs: number;
    /** When the token stops counting, in milliseconds since the epoch. */
    expiresAtMs: number;
  };

type StaffColumns = {
  is_admin: boolean;
  permissions: string[];
  has_two_factor: boolean;
  by_passkey: boolean;
};
type SessionRow = StaffColumns & {
  id: string;
  user_id: string;
  username: string;
  country_iso: string;
  language: string | null;
  must_change_password: boolean;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

/** Audience of events for all staff; `admins:chat.answer` and so on are those of a permission. */
const STAFF_ROOM = "admins";

const SEEN_EVERY_MS = 5 * 60_000;

/** Whether a session `s` of a user `u` counts. */
const isLive = () =>
  sql`s.revoked_at IS NULL AND s.expires_at > now() AND u.is_active AND u.frozen_at IS NULL AND u.erased_at IS NULL`;

const MOST_TOGETHER = 64;

/** The sessions by their ids, whoever they belong to; null for one that is not live. */
const sessionOf = readTogether<string, SessionRow | null>(MOST_TOGETHER, async (sessionIds) => {
  const rows = await sql<SessionRow[]>`
    SELECT s.id, s.user_id, u.is_admin, u.permissions, u.username, u.country_iso, u.language, u.must_change_password,
      s.created_at, s.last_seen_at, s.expires_at, u.two_factor_enabled_at IS NOT NULL AS has_two_factor,
      s.passkey_id IS NOT NULL AS by_passkey
    FROM session s JOIN app_user u ON u.id = s.user_id
    WHERE s.id = ANY(${sessionIds}::uuid[]) AND ${isLive()}`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return sessionIds.map((sessionId) => found.get(sessionId) ?? null);
});

async function readSession({ userId, sessionId }: SessionClaims): Promise<SessionRow | null> {
  const row = await sessionOf(sessionId);
  return row?.user_id === userId ? row : null;
}

/**
 * Who a token belongs to. Null when the token is forged or expired, the session was revoked or the
 * account is inactive.
 */
export async function verifySessionToken(token: string): Promise<Principal | null> {
  const claims = await decodeSessionToken(token);
  if (!claims) return null;
  const row = await keptSession(token, claims.userId, () => readSession(claims));
  if (!row || row.expires_at.getTime() <= Date.now()) return null;
  if (now().getTime() - row.last_seen_at.getTime() > SEEN_EVERY_MS) {
    row.last_seen_at = now();
    await sql`UPDATE session SET last_seen_at = now() WHERE id = ${claims.sessionId}`;
  }
  return {
    userId: userIdOf(claims.userId),
    sessionId: claims.sessionId,
    ...(await staffRightsOf(row)),
    username: row.username,
    countryIso: row.country_iso,
    language: row.language,
    mustChangePassword: row.must_change_password,
    signedInAtMs: row.created_at.getTime(),
    expiresAtMs: claims.expiresAtMs,
  };
}

/**
 * Whom a token lets listen to events, and to which; null as verifySessionToken(), and for somebody who has to choose
 * a password first.
 */
export async function verifySocketToken(token: string): Promise<SocketIdentity | null> {
  const principal = await verifySessionToken(token);
  if (principal?.mustChangePassword) return null;
  return principal && { ...principal, rooms: staffRooms(principal) };
}

/** The rooms of events for staff that somebody with these rights hears: of all staff, and of each permission. */
const staffRooms = (rights: StaffRights): string[] => {
  if (!rights.isAdmin) return [];
  const parts = isFullStaff(rights) ? ["*"] : permissionsOf(rights);
  return [STAFF_ROOM, ...parts.map((part) => `${STAFF_ROOM}:${part}`)];
};

/**
 * What each of these sessions lets its owner do as a member of staff now. Those that have ended, or whose owner has to
 * choose a password first, have no entry.
 */
export async function rightsOfSessions(sessionIds: string[]): Promise<Map<string, StaffRights>> {
  const rows = await sql<(StaffColumns & { id: string })[]>`
    SELECT s.id, u.is_admin, u.permissions, u.two_factor_enabled_at IS NOT NULL AS has_two_factor,
      s.passkey_id IS NOT NULL AS by_passkey
    FROM session s JOIN app_user u ON u.id = s.user_id
    WHERE s.id = ANY(${sessionIds}::uuid[]) AND ${isLive()} AND NOT u.must_change_password`;
  return new Map(
    await Promise.all(rows.map(async (row) => [row.id, await staffRightsOf(row)] as const)),
  );
}

/** The rooms that the live ones of these sessions may listen to now, by session. */
export async function roomsOfSessions(sessionIds: string[]): Promise<Map<string, string[]>> {
  const rights = await rightsOfSessions(sessionIds);
  return new Map([...rights].map(([id, each]) => [id, staffRooms(each)]));
}

/**
 * Staff who lack the two-factor or the passkey that the site asks of them are ordinary users until they have it. A
 * passkey is both factors in one; where it is asked for, the session has to be one that it opened.
 */
async function staffRightsOf(row: StaffColumns): Promise<LiveRights> {
  const { is_admin: isAdmin, permissions, by_passkey: isByPasskey } = row;
  const refusedFor = async (): Promise<ErrorCode | null> => {
    if (!isAdmin || isByPasskey) return null;
    const { staffTwoFactorRequired, staffPasskeyRequired } = await getSettings();
    if (staffPasskeyRequired) return "STAFF_PASSKEY_REQUIRED";
    return staffTwoFactorRequired && !row.has_two_factor ? "STAFF_TWO_FACTOR_REQUIRED" : null;
  };
  const refusedAsStaff = await refusedFor();
  if (refusedAsStaff) return { isAdmin: false, permissions: [], refusedAsStaff };
  return { isAdmin, permissions };
}

const JUST_NOW_MS = 15 * 60_000;

/** Who acts in a request, and whether they logged in at most 15 minutes ago: what asks for a password takes that one. */
export function freshActorOf(
  context: Parameters<typeof actorOf>[0],
): ReturnType<typeof actorOf> & { hasJustSignedIn: boolean } {
  const hasJustSignedIn = now().getTime() - context.user.signedInAtMs <= JUST_NOW_MS;
  return { ...actorOf(context), hasJustSignedIn };
}

/** Opens a session for a device. Returns its id, to make the token of after the transaction: that may have to wait. */
export async function openSession(
  db: Db,
  input: { userId: string; ip: string; userAgent: string; passkeyId?: string },
): Promise<string> {
  const createdAt = now();
  const session = await db.session.create({
    data: {
      userId: input.userId,
      ip: input.ip,
      userAgent: input.userAgent,
      passkeyId: input.passkeyId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + sessionSeconds() * 1000),
    },
  });
  return session.id;
}

/** Ends one session of a user and its sockets. Returns false when it is not theirs or has ended already. */
export async function revokeSession(
  userId: string,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  return transaction((tx) => revokeOneSession(tx, userId, sessionId, reason));
}

/** The same in the caller's transaction. */
export async function revokeOneSession(
  tx: Tx,
  userId: string,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  const { count } = await tx.session.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: { revokedAt: now(), revokedReason: reason },
  });
  if (count === 1) await announceEnd(tx, userId, sessionId);
  return count === 1;
}

/** Lets the next request here know at once what a transaction changes of a user's rights; others hear of it. */
export function forgetAfter(tx: Tx, userId: string): void {
  endWith(tx, { last: async () => undefined, committed: () => forgetSessions(userId) });
}

/**
 * Lets what a user's sessions were allowed end with the transaction: in this process at once, in others as they hear of
 * it. Their sockets are ended; those that may go on come back by themselves.
 * @param sessionId the only one that is meant
 */
export async function announceEnd(tx: Tx, userId: string, sessionId?: string): Promise<void> {
  forgetAfter(tx, userId);
  await publishEvent(tx, { t: REVOKED_EVENT, u: userId, ...(sessionId ? { s: sessionId } : {}) });
}

/** Ends every session of a user but the one they are using. Returns how many. */
export async function revokeOtherSessions(userId: string, sessionId: string): Promise<number> {
  return transaction(async (tx) => {
    const count = await revokeSessions(tx, userId, "revoked-by-user", sessionId);
    if (count > 0) await announceEnd(tx, userId);
    return count;
  });
}

/** Ends every session of a user but, if given, one. */
export async function revokeSessions(
  tx: Tx,
  userId: string,
  reason: string,
  exceptSessionId?: string,
): Promise<number> {
  const { count } = await tx.session.updateMany({
    where: {
      userId,
      revokedAt: null,
      ...(exceptSessionId ? { id: { not: exceptSessionId } } : {}),
    },
    data: { revokedAt: now(), revokedReason: reason },
  });
  return count;
}

/** Who acts in a request, for the audit log. */
export function actorOf(context: {
  user: Principal;
  requestId: string;
  ip: string;
}): Actor & { id: string } {
  const { user, requestId, ip } = context;
  return { id: user.userId, name: user.username, sessionId: user.sessionId, requestId, ip };
}
