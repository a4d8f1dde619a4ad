import { type Db, Prisma, prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { limitNames } from "./names";
import type { ExclusionKind, OwnLimits, OwnLimitsState } from "./schema";

const micro = (value: bigint | null | undefined) =>
  value === null || value === undefined ? null : formatMicro(value);

type LimitRow = {
  since: Date;
  waits: boolean;
  stake: bigint | null;
  lossDay: bigint | null;
  lossWeek: bigint | null;
  depositDay: bigint | null;
  tradesDay: number | null;
  reminder: number | null;
};

/** A state of somebody's own limits as they read it; none at all of somebody who set none. */
const toLimits = (row: LimitRow | undefined): OwnLimits => ({
  maxStake: micro(row?.stake),
  maxLossDay: micro(row?.lossDay),
  maxLossWeek: micro(row?.lossWeek),
  maxDepositDay: micro(row?.depositDay),
  maxTradesDay: row?.tradesDay ?? null,
  reminderMinutes: row?.reminder ?? null,
});

/** What waits: only the limits that are to change. */
function toPending(limits: OwnLimits, row: LimitRow | undefined): OwnLimitsState["pending"] {
  if (row === undefined) return null;
  const asked = toLimits(row);
  const changed = limitNames.filter((name) => asked[name] !== limits[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, asked[name]])),
    at: row.since.toISOString(),
  };
}

/** The newest limits that have begun, and those that wait, by the database's clock. */
function readLimits(db: Db, userId: string): Promise<LimitRow[]> {
  const columns = Prisma.sql`since, since > app_now() AS waits, max_stake_micro AS stake, max_loss_day_micro AS "lossDay",
    max_loss_week_micro AS "lossWeek", max_deposit_day_micro AS "depositDay", max_trades_day AS "tradesDay",
    reminder_minutes AS reminder`;
  return db.$queryRaw<LimitRow[]>`
    (SELECT ${columns} FROM own_limit WHERE user_id = ${userId}::uuid AND since <= app_now()
      ORDER BY since DESC, id DESC LIMIT 1)
    UNION ALL
    SELECT ${columns} FROM own_limit WHERE user_id = ${userId}::uuid AND since > app_now()`;
}

type ExclusionRow = { kind: ExclusionKind; since: Date; until: Date };

/** The exclusion under way that ends last, by the database's clock; null for none. */
export async function exclusionOf(db: Db, userId: string): Promise<OwnLimitsState["exclusion"]> {
  const [row] = await db.$queryRaw<ExclusionRow[]>`
    SELECT kind, since, until FROM exclusion WHERE user_id = ${userId}::uuid AND until > app_now()
    ORDER BY until DESC, id DESC LIMIT 1`;
  if (!row) return null;
  return { kind: row.kind, since: row.since.toISOString(), until: row.until.toISOString() };
}

type Used = {
  atRisk: bigint;
  lossDay: bigint;
  lossWeek: bigint;
  deposits: bigint | null;
  trades: number;
};

/** What counts against a user's own limits now. */
async function usedToday(db: Db, userId: string): Promise<OwnLimitsState["today"]> {
  const [used] = await db.$queryRaw<Used[]>`
    SELECT o_at_risk_micro AS "atRisk", o_loss_day_micro AS "lossDay", o_loss_week_micro AS "lossWeek",
      o_deposit_day_micro AS deposits, o_trades_day AS trades FROM own_limits_used(${userId}::uuid)`;
  if (!used) throw new Error("own_limits_used() answered nothing");
  return {
    result: formatMicro(-used.lossDay),
    lossWeek: formatMicro(used.lossWeek),
    atRisk: formatMicro(used.atRisk),
    deposits: micro(used.deposits),
    trades: used.trades,
  };
}

/** A user's own limits, what waits, an exclusion that is under way, and what counts against the limits. */
export async function ownLimitsOf(userId: string, db: Db = prisma): Promise<OwnLimitsState> {
  const rows = await readLimits(db, userId);
  const limits = toLimits(rows.find(({ waits }) => !waits));
  return {
    limits,
    pending: toPending(
      limits,
      rows.find(({ waits }) => waits),
    ),
    exclusion: await exclusionOf(db, userId),
    today: await usedToday(db, userId),
  };
}

/** Minutes between reminders that a user asked for, or null. */
export async function reminderOf(userId: string): Promise<number | null> {
  const rows = await readLimits(prisma, userId);
  return toLimits(rows.find(({ waits }) => !waits)).reminderMinutes;
}
