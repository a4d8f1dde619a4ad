import { sql } from "@/lib/platform/db";
import { attempt } from "./attempt";

/**
 * Gives commissions that are due and have no rate yet this one, oldest first.
 * @param ratePpm parts per million of the fee
 * @returns how many got it, at most `limit`
 */
export async function rateReferrals(ratePpm: number, limit: number): Promise<number> {
  const [row] = await sql<
    { rated: number }[]
  >`SELECT rate_referrals(${ratePpm}, ${limit}) AS rated`;
  return row?.rated ?? 0;
}

/**
 * Pays commissions that are due, the oldest first, each once: fee × rate, rounded half to even. What the
 * house can't pay stays due; those of blocked countries are dropped.
 * @param ratePpm for those without a rate, parts per million
 * @param blockedCountries ISO codes
 * @returns how many were paid, of at most `limit` that were looked at
 * @throws AppError after several lost races
 */
export async function payDueReferrals(
  ratePpm: number,
  blockedCountries: string[],
  limit: number,
): Promise<number> {
  const paid = await attempt(
    () => sql<{ payments: number }[]>`
      SELECT o_payments AS payments FROM pay_referrals(${ratePpm}, ${blockedCountries}::text[], ${limit})`,
  );
  return paid.reduce((total, { payments }) => total + payments, 0);
}
