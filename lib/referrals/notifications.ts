/** Tells referrers what they earned. */

import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";

/** What one run paid to one referrer. */
type Paid = { referrerId: string; payments: number; earnedMicro: string };
type Sum = { payments: number; earnedMicro: bigint };

function toldOf(userId: string, { payments, earnedMicro }: Sum): Told {
  const amount = exactAmount(earnedMicro, "USDT");
  return [
    { t: "balance", u: userId },
    {
      userId,
      type: "referral",
      title: text("notices.referrals.referralCommission"),
      message: text("notices.referrals.earned", { amount, payments }),
    },
  ];
}

/** Of commissions that were paid. Each referrer is told once what several runs paid them. */
export const referralDelivery = defineDelivery("commission_paid", async (_tx, runs: Paid[]) => {
  const sums = new Map<string, Sum>();
  for (const { referrerId, payments, earnedMicro } of runs) {
    const sum = sums.get(referrerId) ?? { payments: 0, earnedMicro: 0n };
    sum.payments += payments;
    sum.earnedMicro += BigInt(earnedMicro);
    sums.set(referrerId, sum);
  }
  return runs.map(({ referrerId }) => {
    const sum = sums.get(referrerId);
    sums.delete(referrerId);
    return sum ? toldOf(referrerId, sum) : [];
  });
});
