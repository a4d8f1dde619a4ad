import { listHouseAccounts } from "@/lib/ledger/house";
import { payDueReferrals, rateReferrals } from "@/lib/ledger/referrals";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, sql, transaction } from "@/lib/platform/db";
import { isTrue } from "@/lib/platform/db/is-true";
import { log } from "@/lib/platform/log";
import { formatMicro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { formatAmount } from "@/lib/platform/ui/format";
import { getSettings } from "@/lib/settings/data";
import { referralRatePpm } from "./rules";

const BATCH = 1_000;
const MAX_BATCHES = 20;

const countDue = () => prisma.referralDue.count();
/** Any commission is due. */
export const anyReferralDue = () => sql`EXISTS (SELECT FROM referral_due)`;

/** Nearly always not, and then this is all. */
const isAnyDue = (): Promise<boolean> => isTrue(anyReferralDue());

/** Gives the notes without a rate this one. By itself: those that no money is left for must keep it, too. */
async function rateAll(ratePpm: number): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await rateReferrals(ratePpm, BATCH)) < BATCH) return;
  }
}

/**
 * Pays the commissions that are due, each once, however often and wherever this runs: fee x rate, half to
 * even. Where the house account is short the rest stays due, at the rate of now.
 * @returns how many were paid
 */
export async function payReferrals(): Promise<number> {
  if (!(await isAnyDue())) return 0;
  const settings = await getSettings();
  const ratePpm = referralRatePpm(settings);
  let paid = 0;
  let left = await countDue();
  if (left > 0) await rateAll(ratePpm);
  for (let batch = 0; batch < MAX_BATCHES && left > 0; batch++) {
    const before = left;
    paid += await payDueReferrals(ratePpm, settings.referralBlockedCountries, BATCH);
    left = await countDue();
    if (left >= before) break;
  }
  if (paid > 0) wakeRelay();
  return paid;
}

/** Tells administrators, once a day, that commissions wait for money. */
export async function warnIfShort(): Promise<void> {
  // Before the notes: a payment in between then lowers what waits, and is no shortage.
  const accounts = await listHouseAccounts(prisma);
  const fundsMicro = accounts.find(({ kind }) => kind === "referral")?.balanceMicro ?? 0n;
  const [waiting] = await prisma.$queryRaw<{ count: number; micro: bigint }[]>`
    SELECT count(*)::int AS count, coalesce(sum(referral_commission(fee_micro, rate_ppm)), 0)::bigint AS micro
    FROM referral_due WHERE rate_ppm IS NOT NULL`;
  // Notes that the next pass pays have their rate, too. As the oldest are paid first, what is left exceeds the funds.
  if (!waiting || waiting.micro <= fundsMicro) return;
  const amount = formatAmount(formatMicro(waiting.micro), "USDT");
  log.warn({ event: "referral.account_short", waiting: waiting.count, amount });
  await transaction(async (tx) => {
    const admins = await tx.$queryRaw<{ id: string }[]>`
      SELECT u.id FROM app_user u WHERE u.is_admin AND u.is_active AND NOT EXISTS (
        SELECT FROM notification n WHERE n.user_id = u.id AND n.type = 'alert' AND n.title = ${SHORT}
          AND n.created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;
    for (const { id } of admins) {
      await sendNotification(tx, {
        userId: id,
        type: "alert",
        title: SHORT,
        message: text("notices.referrals.commissionsWaitUntilItFunded", {
          count: waiting.count,
          amount,
        }),
      });
    }
  });
}

const SHORT = text("notices.referrals.theReferralAccountShort");
