import { postTransfers } from "@/lib/ledger/mutations";
import type { HouseAccountKind, LedgerCurrency } from "@/lib/ledger/schema";
import { prisma } from "@/lib/platform/db";

const MILLION = 1_000_000n;

/** Play money of a demo site's house, in micro-units. It comes from outside, like a deposit would. */
const FUNDS: { kind: HouseAccountKind; currency: LedgerCurrency; amountMicro: bigint }[] = [
  { kind: "treasury", currency: "USDT", amountMicro: 1_000_000n * MILLION },
  { kind: "treasury", currency: "XAUT", amountMicro: 250n * MILLION },
  { kind: "option_pool", currency: "USDT", amountMicro: 1_000_000n * MILLION },
  { kind: "inventory", currency: "USDT", amountMicro: 1_000_000n * MILLION },
  { kind: "inventory", currency: "XAUT", amountMicro: 500n * MILLION },
  { kind: "interest", currency: "USDT", amountMicro: 250_000n * MILLION },
  { kind: "interest", currency: "XAUT", amountMicro: 50n * MILLION },
  { kind: "referral", currency: "USDT", amountMicro: 50_000n * MILLION },
];

/** Funds the house accounts once; the key makes a second start change nothing. */
export async function seedHouseFunds(): Promise<void> {
  await postTransfers(prisma, {
    kind: "house_funding",
    key: "seed:demo-house-funds",
    actorId: null,
    transfers: FUNDS.map(({ kind, currency, amountMicro }) => ({
      from: { house: "external", currency },
      to: { house: kind, currency },
      amountMicro,
    })),
  });
}
