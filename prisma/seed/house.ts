import { DEMO_FUNDS_KEY } from "@/lib/ledger/house";
import { postTransfers } from "@/lib/ledger/mutations";
import type { HouseAccountKind, LedgerCurrency } from "@/lib/ledger/schema";
import { prisma } from "@/lib/platform/db";

const MILLION = 1_000_000n;

/** Play money of a demo site's house, in micro-units. It comes from outside, like a deposit would. */
const FUNDS: { kind: HouseAccountKind; currency: LedgerCurrency; amountMicro: bigint }[] = [
  { kind: "treasury", currency: "USDT", amountMicro: 100_000_000n * MILLION },
  { kind: "treasury", currency: "XAUT", amountMicro: 25_000n * MILLION },
  { kind: "option_pool", currency: "USDT", amountMicro: 10_000_000n * MILLION },
  { kind: "inventory", currency: "USDT", amountMicro: 10_000_000n * MILLION },
  { kind: "inventory", currency: "XAUT", amountMicro: 5_000n * MILLION },
  { kind: "interest", currency: "USDT", amountMicro: 10_000_000n * MILLION },
  { kind: "interest", currency: "XAUT", amountMicro: 2_500n * MILLION },
  { kind: "referral", currency: "USDT", amountMicro: 500_000n * MILLION },
];

/** Funds the house accounts once. A site that was funded before keeps its amounts, also where these differ. */
export async function seedHouseFunds(): Promise<void> {
  const funded = await prisma.ledgerJournal.findUnique({
    where: { idempotencyKey: DEMO_FUNDS_KEY },
  });
  if (funded) return;
  await postTransfers(prisma, {
    kind: "house_funding",
    key: DEMO_FUNDS_KEY,
    actorId: null,
    transfers: FUNDS.map(({ kind, currency, amountMicro }) => ({
      from: { house: "external", currency },
      to: { house: kind, currency },
      amountMicro,
    })),
  });
}
