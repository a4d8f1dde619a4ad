/** What the owner of a payment has in common with other people, for many payments in one query each. */
import { type Db, Prisma } from "@/lib/platform/db";
import type { Flag } from "./schema";

/** How many others a flag names. */
export const MAX_NAMED = 5;
/** Of a device or an address of the internet that many share, the newest sessions. */
const MAX_SESSIONS = 50;
const MAX_DEVICES = 20;
const WINDOW = Prisma.sql`interval '30 days'`;

/** A flag and the payment that it is about. */
export type Found = { id: string; flag: Flag };
/** Payments by id, owner and moment, as a relation named `own`. */
export type Own = Prisma.Sql;

type PeopleRow = { id: string; people: { id: string; username: string }[] };
type PeopleKind = "shared-address" | "same-device" | "same-ip" | "same-phone";

const flagged = (rows: PeopleRow[], kind: PeopleKind): Found[] =>
  rows.map(({ id, people }) => ({ id, flag: { kind, people: people.slice(0, MAX_NAMED) } }));

const named = Prisma.sql`json_agg(json_build_object('id', u.id, 'username', u.username) ORDER BY u.username) AS people`;

/** Whose sessions came from the same browser and address, or from the same address with another browser, in 30 days. */
export async function sharedSessions(db: Db, own: Own): Promise<Found[]> {
  const rows = await db.$queryRaw<(PeopleRow & { device: boolean })[]>`
    SELECT found.id, found.device, ${named} FROM (
      SELECT own.id, other.user_id, bool_or(other.user_agent IS NOT DISTINCT FROM mine.user_agent) AS device
      FROM (${own}) own
      CROSS JOIN LATERAL (
        SELECT DISTINCT s.ip, s.user_agent FROM (
          SELECT ip, user_agent FROM session
          WHERE user_id = own.user_id AND ip IS NOT NULL AND created_at > own.created_at - ${WINDOW}
          ORDER BY created_at DESC LIMIT ${MAX_DEVICES}
        ) s
      ) mine
      CROSS JOIN LATERAL (
        SELECT s.user_id, s.user_agent FROM session s
        WHERE s.ip = mine.ip AND s.created_at > own.created_at - ${WINDOW}
        ORDER BY s.created_at DESC LIMIT ${MAX_SESSIONS}
      ) other
      WHERE other.user_id <> own.user_id
      GROUP BY own.id, other.user_id
    ) found JOIN app_user u ON u.id = found.user_id
    GROUP BY found.id, found.device`;
  return [
    ...flagged(
      rows.filter(({ device }) => device),
      "same-device",
    ),
    ...flagged(
      rows.filter(({ device }) => !device),
      "same-ip",
    ),
  ];
}

/** Who else has given the same phone number. */
export async function sharedPhones(db: Db, own: Own): Promise<Found[]> {
  const rows = await db.$queryRaw<PeopleRow[]>`
    SELECT own.id, ${named} FROM (${own}) own JOIN app_user me ON me.id = own.user_id
    CROSS JOIN LATERAL (
      SELECT o.id, o.username FROM app_user o
      WHERE o.phone_number = me.phone_number AND o.country_code = me.country_code AND o.id <> me.id AND o.erased_at IS NULL
        AND me.erased_at IS NULL
      LIMIT ${MAX_NAMED}
    ) u
    GROUP BY own.id`;
  return flagged(rows, "same-phone");
}

/** Who else has withdrawn to, or saved, the address of a withdrawal. */
export async function sharedAddresses(db: Db, own: Own): Promise<Found[]> {
  const rows = await db.$queryRaw<PeopleRow[]>`
    SELECT found.id, ${named} FROM (
      SELECT DISTINCT own.id, other.user_id FROM (${own}) own JOIN withdrawal w ON w.id = own.id
      CROSS JOIN LATERAL (
        (SELECT o.user_id FROM withdrawal o WHERE o.address = w.address AND o.user_id <> w.user_id
         ORDER BY o.number + 0 DESC LIMIT ${MAX_SESSIONS})
        UNION ALL
        (SELECT a.user_id FROM withdrawal_address a
         WHERE a.address = w.address AND a.user_id <> w.user_id AND a.deleted_at IS NULL LIMIT ${MAX_SESSIONS})
      ) other
    ) found JOIN app_user u ON u.id = found.user_id
    GROUP BY found.id`;
  return flagged(rows, "shared-address");
}

/** Whose email address is not confirmed, and who owes for a reversed deposit. */
export async function ownersFacts(db: Db, own: Own): Promise<Found[]> {
  type Owed = Extract<Flag, { kind: "owes" }>["amounts"];
  const rows = await db.$queryRaw<{ id: string; unconfirmed: boolean; owed: Owed | null }[]>`
    SELECT own.id, u.email_verified_at IS NULL AND u.erased_at IS NULL AS unconfirmed, (
      SELECT json_agg(json_build_object('currency', d.currency, 'amount', ledger_amount_text(d.owed)) ORDER BY d.currency) FROM (
        SELECT r.currency, sum(r.amount_micro - r.taken_micro - r.collected_micro)::bigint AS owed FROM deposit_reversal r
        WHERE r.user_id = u.id GROUP BY r.currency
      ) d WHERE d.owed > 0
    ) AS owed
    FROM (${own}) own JOIN app_user u ON u.id = own.user_id`;
  return rows.flatMap(({ id, unconfirmed, owed }): Found[] => [
    ...(unconfirmed ? [{ id, flag: { kind: "unconfirmed-email" } } as const] : []),
    ...(owed ? [{ id, flag: { kind: "owes", amounts: owed } } as const] : []),
  ]);
}
