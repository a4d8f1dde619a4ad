import { randomUUID } from "node:crypto";
import type { User } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import { listHouseAccounts } from "@/lib/ledger/house";
import { prisma } from "@/lib/platform/db";
import { formatMicro, MICRO, PPM } from "@/lib/platform/money";
import { creditUser } from "@/tests/factories/deposits";
import { createTestUser } from "@/tests/factories/users";
import { testDatabase } from "@/tests/support/database";
import { fillSpotTrade } from "@/tests/support/fills";
import { storeSettings } from "@/tests/support/stored-settings";

const FEE_PPM = 1_000n;

/** A person with 1,000,000 USDT whom somebody invited. */
export async function invitedBy(referrer: Pick<User, "id"> | null): Promise<User> {
  const user = await createTestUser({ referredById: referrer?.id ?? null });
  await creditUser(user.id, 1_000_000n * MICRO);
  return user;
}

/** Buys gold so that the fee is this many micro-units. @returns the trade's id. */
export async function payFee(user: Pick<User, "id">, feeMicro: bigint): Promise<string> {
  await storeSettings({ manualMin: "0", manualMax: "1000000", dailyTradeLimit: 10_000 });
  const { tradeId, feeMicro: paid } = await fillSpotTrade({
    userId: user.id,
    key: randomUUID(),
    side: "buy",
    amountMicro: (feeMicro * PPM) / FEE_PPM,
    limitPriceE8: null,
  });
  if (paid !== feeMicro) throw new Error(`The fee was ${paid}`);
  return tradeId;
}

/** Records an index price of 4,000 a second from now on the frozen clock. */
export async function recordPrice(): Promise<void> {
  await testDatabase().advanceClock(1_000);
  const e8 = "400000000000";
  await testDatabase().query(
    `SELECT record_tick(${e8}, ${e8}, ${e8}, '[{"source":"test"}]', 1, false)`,
  );
}

/** A user's available USDT. */
export const usdtOf = async (user: Pick<User, "id">): Promise<string> =>
  formatMicro((await balancesOf(user.id)).USDT.available);

/** What the house has for commissions, in micro-units. */
export async function referralFunds(): Promise<bigint> {
  const rows = await listHouseAccounts(prisma);
  return rows.find(({ kind }) => kind === "referral")?.balanceMicro ?? 0n;
}
