import { z } from "zod";
import type { Db } from "@/lib/platform/db";
import { invalidCursor } from "@/lib/platform/errors";
import type { AccountLine, Reference, WealthLine } from "../schema";

export type LineFilter = {
  userId: string;
  /** Business events to show, for example ["deposit"]. */
  types?: string[];
  from?: Date;
  to?: Date;
  limit: number;
  cursor?: string;
};

export type LinePage<Line> = { lines: Line[]; nextCursor: string | null };

/** Where a line stands among all of a user's; `id` is a trade's where there is no journal. */
type Position = { at: string; journal: string; place: number; id: string };

export const NO_ID = "00000000-0000-0000-0000-000000000000";
/** After every line. */
export const LAST_AT = "9999-12-31T00:00:00.000000Z";

const CURSOR =
  /^([\d-]{10}T[\d:.]+Z)_(\d{1,18})_(\d{1,9})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** A cursor's position, or null when the text is none of ours. */
function decodeCursor(cursor: string): Position | null {
  const match = CURSOR.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!match) return null;
  const [, at, journal, place, id] = match;
  if (!at || !journal || !place || !id) return null;
  // Date.parse() alone takes the 31st of February for a day, and PostgreSQL knows no year 0.
  if (!z.iso.datetime().safeParse(at).success || Date.parse(at) < 0) return null;
  return { at, journal, place: Number(place), id };
}

/** @throws AppError VALIDATION for a cursor that is none of ours */
function startOf(cursor: string | undefined): Position {
  const start = { at: LAST_AT, journal: "0", place: 0, id: NO_ID };
  const position = cursor === undefined ? start : decodeCursor(cursor);
  if (!position) throw invalidCursor();
  return position;
}

function cut<Row extends Position, Line>(
  rows: Row[],
  limit: number,
  lineOf: (row: Row) => Line,
): LinePage<Line> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const position = last && `${last.at}_${last.journal}_${last.place}_${last.id}`;
  return {
    lines: page.map(lineOf),
    nextCursor:
      position && rows.length > limit ? Buffer.from(position).toString("base64url") : null,
  };
}

type Referring = { referenceType: string | null; referenceId: string | null };
const referenceOf = ({ referenceType: type, referenceId: id }: Referring): Reference | null =>
  type && id ? { type, id } : null;

type AccountRow = Position &
  Referring & { atDate: Date } & Omit<AccountLine, "id" | "at" | "line" | "reference">;

/**
 * Every line of a user's accounts, newest first, keyset paged: a move between two of them is a line of each.
 * @returns the page and the cursor of the next one, null at the end.
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export async function listAccountLines(
  db: Db,
  { userId, types, from, to, limit, cursor }: LineFilter,
): Promise<LinePage<AccountLine>> {
  const { at, journal, place, id } = startOf(cursor);
  const rows = await db.$queryRaw<AccountRow[]>`
    SELECT to_char(o_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, o_at AS "atDate",
      o_journal::text AS journal, o_place AS place, o_id::text AS id, o_type AS type,
      o_account_kind AS "accountKind", o_other_kind AS "otherKind", o_currency AS currency,
      o_amount_micro AS "amountMicro", o_balance_after_micro AS "balanceAfterMicro",
      o_reference_type AS "referenceType", o_reference_id::text AS "referenceId"
    FROM ledger_account_lines(${userId}::uuid, ${at}::timestamptz, ${journal}::bigint, ${place}::int, ${id}::uuid,
      ${limit + 1}::int, ${types ?? null}::text[], ${from ?? null}::timestamptz, ${to ?? null}::timestamptz)`;
  return cut(rows, limit, (row) => ({
    id: `${row.id === NO_ID ? row.journal : row.id}-${row.place}`,
    at: row.atDate,
    type: row.type,
    line: row.place >> 1,
    accountKind: row.accountKind,
    otherKind: row.otherKind,
    currency: row.currency,
    amountMicro: row.amountMicro,
    balanceAfterMicro: row.balanceAfterMicro,
    reference: referenceOf(row),
  }));
}

type WealthRow = Position &
  Referring & { atDate: Date } & Omit<WealthLine, "id" | "at" | "reference">;

/**
 * What changed a user's wealth, newest first, keyset paged: one line an event.
 * @returns the page and the cursor of the next one, null at the end.
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export async function listWealthLines(
  db: Db,
  { userId, types, from, to, limit, cursor }: LineFilter,
): Promise<LinePage<WealthLine>> {
  const { at, journal, place, id } = startOf(cursor);
  const rows = await db.$queryRaw<WealthRow[]>`
    SELECT to_char(o_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, o_at AS "atDate",
      o_journal::text AS journal, o_line AS place, o_id::text AS id, o_type AS type, o_usdt_micro AS "usdtMicro",
      o_xaut_micro AS "xautMicro", o_usdt_fee_micro AS "usdtFeeMicro", o_xaut_fee_micro AS "xautFeeMicro",
      o_reference_type AS "referenceType", o_reference_id::text AS "referenceId"
    FROM ledger_wealth_lines(${userId}::uuid, ${at}::timestamptz, ${journal}::bigint, ${place}::int, ${id}::uuid,
      ${limit + 1}::int, ${types ?? null}::text[], ${from ?? null}::timestamptz, ${to ?? null}::timestamptz)`;
  return cut(rows, limit, (row) => ({
    id: row.id === NO_ID ? `${row.journal}-${row.place}` : row.id,
    at: row.atDate,
    type: row.type,
    usdtMicro: row.usdtMicro,
    xautMicro: row.xautMicro,
    usdtFeeMicro: row.usdtFeeMicro,
    xautFeeMicro: row.xautFeeMicro,
    reference: referenceOf(row),
  }));
}
