import { POST as openTrade } from "@/app/api/trades/route";
import type { User } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";
import { formatMicro, MICRO, parseMicro } from "@/lib/platform/money";
import { acceptRisk } from "@/lib/security/credentials";
import type { OpenTradeResponse } from "@/lib/trading/schema";
import { fund as give } from "@/tests/factories/funds";
import { signedInUser } from "@/tests/factories/users";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { withoutEntryDelay } from "@/tests/support/entry-delay";
import { answered } from "@/tests/support/fills";

export { give };

const TEN_HOURS_MS = 36_000_000;

let keys = 0;
/** A key that no other call of this file uses. */
export const newKey = (): string => `test-key-${++keys}`;

/** Freezes the database clock tomorrow at 10:00 UTC, fills the house's pools and lets options enter at the next tick. */
export async function openMarket(): Promise<void> {
  await testDatabase().setClock(
    new Date(utcMidnight(new Date()).getTime() + DAY_MS + TEN_HOURS_MS),
  );
  await withoutEntryDelay();
  await give({ house: "option_pool", currency: "USDT" }, 1_600_000n * MICRO);
  await give({ house: "inventory", currency: "USDT" }, 1_600_000n * MICRO);
  await give({ house: "inventory", currency: "XAUT" }, 400n * MICRO);
  await testDatabase().query("SELECT ledger_even_out_pools()");
}

/** Lets time pass. */
export const wait = (seconds: number): Promise<void> =>
  testDatabase().advanceClock(Math.round(seconds * 1000));

/** Lets time pass and records an index price, known so long before, as the market feed does. Returns its number. */
export async function tick(
  price: string,
  { after = 1, sources = 1, simulated = false, contested = false, knownForMs = 0 } = {},
): Promise<string> {
  await wait(after);
  const e8 = (parseMicro(price) ?? 0n) * 100n;
  const names = Array.from({ length: sources }, (_, n) => ({
    source: `exchange${n}`,
    bid: price,
    ask: price,
  }));
  const [row] = await testDatabase().query<{ seq: string }>(
    `SELECT record_tick($1, $1, $1, $2, $3, $4, clock_timestamp(), $5,
       clock_timestamp() - nullif($6, 0) * interval '1 millisecond') AS seq`,
    [e8.toString(), JSON.stringify(names), sources, simulated, contested, knownForMs],
  );
  return row?.seq ?? "";
}

export type TestTrader = { user: User; token: string };

/** A logged-in user with money who has accepted the risks. */
export async function trader({
  usdt = "1000",
  risk = true,
  ...overrides
}: { usdt?: string; risk?: boolean } & Parameters<
  typeof signedInUser
>[0] = {}): Promise<TestTrader> {
  const made = await signedInUser(overrides);
  const amountMicro = parseMicro(usdt) ?? 0n;
  if (amountMicro > 0n) {
    await give({ user: made.user.id, kind: "available", currency: "USDT" }, amountMicro);
  }
  if (risk) await acceptRisk(made.user.id, "option");
  return made;
}

/** POST /api/trades for an option of 100 USDT, up, 60 s, unless said otherwise. */
export function open(
  { token }: TestTrader,
  changes: Record<string, unknown> = {},
  idempotencyKey = newKey(),
): Promise<ApiResponse<OpenTradeResponse>> {
  const request = callRoute<OpenTradeResponse>(openTrade, {
    token,
    idempotencyKey,
    path: "/api/trades",
    body: { type: "option", direction: "up", amount: "100", duration: 60, ...changes },
  });
  return changes.type === "manual" ? answered(request) : request;
}

/** A user's available USDT as a decimal string. */
export async function available({ user }: TestTrader): Promise<string> {
  return formatMicro((await balancesOf(user.id)).USDT.available);
}
