import { POST as retrieve } from "@/app/api/storage/retrieve/route";
import { GET as storage } from "@/app/api/storage/route";
import { POST as store } from "@/app/api/storage/store/route";
import type { User } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import type { HouseAccountKind, LedgerCurrency } from "@/lib/ledger/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { formatMicro, MICRO, parseDecimal } from "@/lib/platform/money";
import { forgetSettings } from "@/lib/settings/data";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionResponse, StorageResponse } from "@/lib/vault/schema";
import { creditUser } from "@/tests/factories/deposits";
import { fund } from "@/tests/factories/funds";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered } from "@/tests/support/fills";
import { asOwner } from "@/tests/support/owner";

export type Saver = { user: User; token: string };

let keys = 0;
/** A key that no other call of this file uses. */
export const newKey = (): string => `vault-key-${++keys}`;

/** Puts money of the outside world into a house account. */
export const fundHouse = (kind: HouseAccountKind, currency: LedgerCurrency, amountMicro: bigint) =>
  fund({ house: kind, currency }, amountMicro);

/** Freezes the clock, and gives the house gold and dollars to convert against in all its shards. */
export async function stockHouse(): Promise<void> {
  await testDatabase().setClock(new Date(Date.now() + 60_000));
  await fundHouse("inventory", "USDT", 1_000_000n * MICRO);
  await fundHouse("inventory", "XAUT", 500n * MICRO);
  await testDatabase().query("SELECT ledger_even_out_pools()");
  await limitDay("10000000");
}

/** Sets how many USDT one user may convert in a day. */
export async function limitDay(usdt: string): Promise<void> {
  const key = "storageDailyLimit";
  await asOwner().setting.upsert({
    where: { key },
    create: { key, value: usdt },
    update: { value: usdt },
  });
  forgetSettings();
}

/** Records the index price of the next second, as the market feed does. @returns its number. */
export async function quote(bid: string, ask = bid, simulated = false): Promise<string> {
  await testDatabase().advanceClock(1_000);
  const [bidE8, askE8] = [parseDecimal(bid, 8)!, parseDecimal(ask, 8)!];
  const [row] = await testDatabase().query<{ seq: string }>(
    `SELECT record_tick($1, $2, $3, '[{"source":"test"}]', 1, $4) AS seq`,
    [String((bidE8 + askE8) / 2n), String(bidE8), String(askE8), simulated],
  );
  return row?.seq ?? "";
}

/** A logged-in user with USDT. */
export async function saver(usdtMicro = 1_000n * MICRO): Promise<Saver> {
  const made = await signedInUser();
  if (usdtMicro > 0n) await creditUser(made.user.id, usdtMicro);
  return made;
}

/** POST /api/storage/store or /retrieve. */
export function convert(
  { token }: Saver,
  direction: VaultDirection,
  amount: unknown,
  { key = newKey(), ...more }: { key?: string } & Record<string, unknown> = {},
) {
  return answered(
    callRoute<ConversionResponse>(direction === "store" ? store : retrieve, {
      token,
      idempotencyKey: key,
      path: `/api/storage/${direction}`,
      body: { amount, ...more },
    }),
  );
}

/** GET /api/storage */
export async function storageOf({ token }: Saver, query = ""): Promise<StorageResponse> {
  const { body } = await callRoute<StorageResponse>(storage, {
    token,
    path: `/api/storage${query}`,
  });
  return body;
}

/** Available USDT and stored XAUT, as the ledger has them. */
export async function held({ user }: Saver): Promise<{ usdt: string; xaut: string }> {
  const { USDT, XAUT } = await balancesOf(user.id);
  return { usdt: formatMicro(USDT.available), xaut: formatMicro(XAUT.stored) };
}

/** What the verify command finds wrong. */
export async function differences() {
  const { checks } = await verifyLedger();
  return checks.filter((check) => check.differences > 0);
}
