import { type Ask, Prisma } from "@/lib/platform/db";
import type { Json } from "./log/canonical";

export type Members = { readonly [name: string]: Json };
/** What is logged of a row: for everybody as it stands, and of a person's record a salted hash. */
export type Fact = {
  ref: string;
  kind:
    | "tick"
    | "trade"
    | "signal"
    | "run"
    | "staff"
    | "terms"
    | "plan"
    | "payment"
    | "storage"
    | "saving"
    | "liabilities"
    | "reserves"
    | "adjustment"
    | "referral"
    | "board";
  at: string;
  open: Members;
  personal?: { userId: string; record: Members };
};
export type Row = { ref: string; at: string };
export type Reader = (ask: Ask, refs: string[]) => Promise<Fact[]>;

/**
 * Rows of a query whose columns are texts, truth values, whole numbers and JSON. They come as one text: to take each
 * value of each row apart costs the driver more than the query.
 */
export const readRows =
  <Row>(ask: Ask) =>
  async (parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const [all] = await ask<{ rows: Row[] }>(Prisma.sql`
      SELECT coalesce(json_agg(r), '[]') AS rows FROM (${Prisma.sql(parts, ...values)}) r`);
    return all?.rows ?? [];
  };

/** To the microsecond, as text: the driver would cut it. */
export const time = (column: string) =>
  Prisma.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

export type Personal = Row & { userId: string; record: Members };

/** A record of somebody, of which the log has a salted hash. */
export const personal =
  (kind: Fact["kind"], open: Members = {}) =>
  ({ ref, at, userId, record }: Personal): Fact => ({
    ref,
    kind,
    at,
    open,
    personal: { userId, record: { ...record, at, user: userId } },
  });
