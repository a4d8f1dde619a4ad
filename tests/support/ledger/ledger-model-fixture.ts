import { randomUUID } from "node:crypto";
import { balancesOf } from "@/lib/ledger/data";
import { openOption as openOffered } from "@/lib/ledger/open-option";
import type { AccountRef, OpenedOption, OpenOptionInput, PostInput } from "@/lib/ledger/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { fund, recordHouseTransfer } from "@/tests/factories/funds";
import { openUserAccounts } from "@/tests/support/ledger/posting";
import { testDatabase } from "../database";
import { withoutEntryDelay } from "../entry-delay";

/** Whole units of a currency in micro-units. */
export const units = (amount: number) => BigInt(Math.round(amount * 1_000_000));

const ACCEPTED_RISK_VERSION = 1;

/** Lets a user open options: they accepted the risk disclosure that `optionOrder` asks for. */
export async function acceptOptionRisks(userId: string): Promise<void> {
  await testDatabase().query(
    "INSERT INTO risk_acceptance (user_id, product, version) VALUES ($1, 'option', $2)",
    [userId, ACCEPTED_RISK_VERSION],
  );
}

/**
 * A user with all accounts who accepted the risks of options and, when asked, USDT that came from outside.
 * @returns the id.
 */
export async function createFundedUser(availableMicro = 0n): Promise<string> {
  const id = randomUUID();
  const name = `u${id.slice(0, 13).replace("-", "")}`;
  await testDatabase().query(
    `INSERT INTO app_user (id, username, username_key, email, password_hash, country, country_iso,
      country_code, phone_number, gender, referral_code)
     VALUES ($1, $2, $2, $2 || '@example.test', 'x', 'Nowhere', 'XX', '+0', '0', '', $2)`,
    [id, name],
  );
  await acceptOptionRisks(id);
  await openUserAccounts(id);
  if (availableMicro > 0n) {
    await fund({ user: id, kind: "available", currency: "USDT" }, availableMicro);
  }
  return id;
}

/** Puts money into each of the 16 shards of the option pool, and lets options enter at the next tick. */
export async function fundOptionPool(perShardMicro: bigint): Promise<void> {
  await withoutEntryDelay();
  const id = randomUUID();
  await recordHouseTransfer(id, "external", "option_pool", "USDT", perShardMicro * 16n);
  await testDatabase().query(
    `SELECT ledger_post('house_funding', 'pool:' || $2, sha256('pool'), NULL, array_fill(-1::bigint, ARRAY[16]),
      ARRAY(SELECT -100 - s FROM generate_series(0, 15) AS s)::bigint[], array_fill($1::bigint, ARRAY[16]),
      'house_transfer', $2::uuid)`,
    [perShardMicro.toString(), id],
  );
}

/** Records an index tick at app_now(), known so long before it; price in whole dollars. @returns its sequence number. */
export async function recordTick(
  price: number,
  { sources = 3, simulated = false, contested = false, knownForMs = 0 } = {},
): Promise<bigint> {
  const e8 = BigInt(Math.round(price * 100)) * 1_000_000n;
  const [row] = await testDatabase().query<{ seq: string | null }>(
    `SELECT record_tick($1::bigint, $1::bigint, $1::bigint, '[{"source":"test"}]', $2, $3, clock_timestamp(), $4,
      clock_timestamp() - nullif($5, 0) * interval '1 millisecond') AS seq`,
    [e8.toString(), sources, simulated, contested, knownForMs],
  );
  if (!row?.seq) throw new Error("The clock is not past the last tick");
  return BigInt(row.seq);
}

/** Moves a frozen clock on, second by second, with a tick at each, as the feed does. */
export async function runMarket(seconds: number, price: number): Promise<void> {
  const database = testDatabase();
  const [row] = await database.query<{ now: Date }>("SELECT app_now() AS now");
  const start = row?.now.getTime() ?? 0;
  const e8 = BigInt(Math.round(price * 100)) * 1_000_000n;
  const steps = Array.from({ length: seconds }, (_, i) => {
    const at = new Date(start + (i + 1) * 1000).toISOString();
    return `CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
        AS $$ SELECT timestamptz '${at}' $$;
      SELECT record_tick(${e8}, ${e8}, ${e8}, '[{"source":"test"}]', 3, false, clock_timestamp());`;
  });
  await database.query(steps.join("\n"));
}

/** An order that every rule allows, unless overridden. */
export function optionOrder(
  userId: string,
  overrides: Partial<OpenOptionInput> = {},
): OpenOptionInput {
  return {
    userId,
    key: randomUUID(),
    refusal: null,
    riskVersion: ACCEPTED_RISK_VERSION,
    direction: "up",
    amountMicro: units(10),
    durationSeconds: 30,
    payoutRatePpm: 800_000,
    minAmountMicro: units(1),
    maxAmountMicro: units(1000),
    dailyTradeLimit: null,
    minSources: 1,
    capPerSecondMicro: null,
    capPerDirectionMicro: null,
    ...overrides,
  };
}

/** Lets the site offer these terms, whatever its settings are, and narrow nothing by itself. */
export async function offer(
  { durationSeconds, payoutRatePpm }: Pick<OpenOptionInput, "durationSeconds" | "payoutRatePpm">,
  database = testDatabase(),
): Promise<void> {
  const terms = `${durationSeconds}, ${payoutRatePpm}`;
  await database.query(
    `UPDATE option_offer SET offered_until = app_now()
     WHERE offered_until IS NULL AND duration_seconds = ${durationSeconds} AND payout_rate_ppm <> ${payoutRatePpm};
     INSERT INTO option_offer (duration_seconds, payout_rate_ppm, offered_from) VALUES (${terms}, app_now())
     ON CONFLICT DO NOTHING;
     UPDATE site_rule SET option_min_micro = 1, option_max_micro = 9223372036854775807, daily_trade_limit = 2147483647,
       option_cap_second_micro = 9223372036854775807, option_cap_direction_micro = 9223372036854775807
     WHERE option_min_micro <> 1 OR daily_trade_limit <> 2147483647`,
  );
}

/** Opens an option as the application does, on a site that offers its terms: its own limits are the ones that count. */
export async function openOption(order: OpenOptionInput): Promise<OpenedOption> {
  await offer(order);
  return openOffered(order);
}

/** What each promise came to: its value, or the code of its AppError. */
export async function outcomes<T>(promises: Promise<T>[]): Promise<(T | string)[]> {
  const settled = await Promise.allSettled(promises);
  return settled.map((result) => {
    if (result.status === "fulfilled") return result.value;
    const code = (result.reason as { code?: unknown }).code;
    if (typeof code !== "string") throw result.reason;
    return code;
  });
}

/** A user's available USDT, as an end of a transfer. */
export const available = (user: string): AccountRef => ({
  user,
  kind: "available",
  currency: "USDT",
});
/** The outside world's USDT. */
export const external: AccountRef = { house: "external", currency: "USDT" };

/** A business event of one transfer. */
export function post(
  from: AccountRef,
  to: AccountRef,
  amountMicro: bigint,
  key: string = randomUUID(),
): PostInput {
  return { kind: "test", key, actorId: null, transfers: [{ from, to, amountMicro }] };
}

export const usdtOf = async (user: string) => (await balancesOf(user)).USDT;

/** Names of the verify command's checks that do not hold, but for those whose records the test doesn't make. */
export async function brokenChecks(...without: string[]): Promise<string[]> {
  const { checks } = await verifyLedger();
  const broken = checks.filter((check) => check.differences > 0).map((check) => check.name);
  return broken.filter((name) => !without.includes(name));
}

/** Takes back what was posted under these keys, as nobody can. */
export async function unpost(...keys: string[]): Promise<void> {
  const list = keys.map((key) => `'${key}'`).join(", ");
  await testDatabase().query(
    `SET session_replication_role = replica;
     DELETE FROM ledger_transfer t USING ledger_journal j WHERE j.id = t.journal_id AND j.idempotency_key IN (${list});
     DELETE FROM ledger_journal WHERE idempotency_key IN (${list});
     UPDATE ledger_account a SET (balance_micro, seq) = (SELECT coalesce(sum(delta), 0), count(*) FROM (
       SELECT -amount_micro AS delta FROM ledger_transfer WHERE debit_account_id = a.id
       UNION ALL SELECT amount_micro FROM ledger_transfer WHERE credit_account_id = a.id) AS links) WHERE a.kind <> 'escrow'`,
  );
}
