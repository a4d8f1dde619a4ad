import { DEMO_FUNDS_KEY } from "@/lib/ledger/house";
import { prisma } from "@/lib/platform/db";
import { isBurnAddress } from "@/lib/wallets/names";

type Found = { funds: boolean; prices: boolean; addresses: string[]; isUsed: boolean };

/**
 * Keeps a demo's money and a real site's apart: with real money refuses a database that a demo was started on, and
 * for a demo one that has users or money but no demo's first funds.
 * @throws Error with one line
 */
export async function refuseOtherOrigin(realMoney: boolean): Promise<void> {
  // By indexes only, since every start asks. A demo has its funds before its first price; the oldest and the newest
  // price and the rates are looked at for a database that was not seeded by a start.
  const [found] = await prisma.$queryRaw<Found[]>`
    SELECT EXISTS (SELECT FROM ledger_journal WHERE idempotency_key = ${DEMO_FUNDS_KEY}) AS funds,
      EXISTS (SELECT FROM market_head WHERE simulated) OR EXISTS (SELECT FROM market_rate WHERE simulated)
        OR coalesce((SELECT simulated FROM market_tick ORDER BY at LIMIT 1), false) AS prices,
      ARRAY(SELECT address FROM wallet WHERE is_active AND deleted_at IS NULL) AS addresses,
      EXISTS (SELECT FROM ledger_journal) OR EXISTS (SELECT FROM app_user WHERE NOT is_admin) AS "isUsed"`;
  if (!found) throw new Error("The database did not answer what it holds");
  const { funds, prices, addresses, isUsed } = found;
  if (!realMoney) {
    if (funds || !isUsed) return;
    throw new Error(
      "This database holds users or money of a site with real money: set REAL_MONEY=1, or use another database for a demo.",
    );
  }
  const demo = [
    ...(funds ? ["play money"] : []),
    ...(addresses.some(isBurnAddress) ? ["demo wallets"] : []),
    ...(prices ? ["simulated prices"] : []),
  ];
  if (demo.length > 0) {
    throw new Error(
      `REAL_MONEY=1 needs a database that no demo was started on: this one holds ${demo.join(", ")}.`,
    );
  }
}
