/** Tells users what became of their savings, and staff when interest can't be set aside. */
import { sendNotifications } from "@/lib/notifications/mutations";
import { alertStaff } from "@/lib/notifications/staff-alert";
import { type Tx, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { publishEvent } from "@/lib/platform/outbox";
import { type Text, text } from "@/lib/platform/text";
import { formatDateTime } from "@/lib/platform/ui/format";
import { amountText, paidText } from "./mutations";
import { fundedUntil, HORIZON_DAYS } from "./rules";
import { type RecordWithPlan, termsOf } from "./serializers";

type NewsKind = "active" | "matured" | "short" | "paused" | "funded";
type News = { recordId: string; userId: string; kind: NewsKind };

type Message = { title: Text; message: Text };

/** What to say, or null for what a look at the screen tells. */
function messageOf(kind: NewsKind, record: RecordWithPlan): Message | null {
  const saving = text("notices.savings.amountInPlan", {
    amount: amountText(record.principalMicro, record.currency),
    plan: record.plan.name,
  });
  const until = formatDateTime(fundedUntil(termsOf(record)), { style: "date" });
  if (kind === "matured") {
    const { paidPrincipalMicro, paidProfitMicro } = record;
    return {
      title: text("notices.savings.savingMatured"),
      message: paidText(record, paidPrincipalMicro ?? 0n, paidProfitMicro ?? 0n),
    };
  }
  // Closed meanwhile: nothing is waiting for funds any more.
  if (record.closedAt !== null) return null;
  switch (kind) {
    case "short":
      return {
        title: text("notices.savings.savingsInterestFundedForLessTime"),
        message: text("notices.savings.itsInterestSetAsideUntilLater", { saving, until }),
      };
    case "paused":
      return {
        title: text("notices.savings.savingsInterestPaused"),
        message: text("notices.savings.noInterestSetAsideAfterUnpaid", { saving, until }),
      };
    case "funded":
      return {
        title: text("notices.savings.savingsInterestFundedAgain"),
        message: text("notices.savings.itsInterestSetAsideUntil", { saving, until }),
      };
    case "active":
      return null;
  }
}

/**
 * Tells the owners of up to `limit` pieces of news, each exactly once: the notification, the events
 * and the end of the news are one transaction. Any number at once.
 * @returns how many it was
 */
export function deliverSavingNotifications(limit: number): Promise<number> {
  return transaction(async (tx) => {
    const news = await tx.$queryRaw<News[]>`
      DELETE FROM saving_news WHERE id = ANY (ARRAY(
        SELECT id FROM saving_news ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )) RETURNING record_id AS "recordId", user_id AS "userId", kind`;
    if (news.length === 0) return 0;
    const rows = await tx.savingRecord.findMany({
      where: { id: { in: news.map(({ recordId }) => recordId) } },
      include: { plan: true },
    });
    const records = new Map(rows.map((row) => [row.id, row]));
    const told = news.flatMap(({ recordId, userId, kind }) => {
      const record = records.get(recordId);
      return record ? [{ userId, kind, record, text: messageOf(kind, record) }] : [];
    });
    const texts = told.flatMap(({ userId, text }) =>
      text ? [{ userId, type: "saving", ...text }] : [],
    );
    await sendNotifications(tx, texts);
    const owners = [...new Set(told.map(({ userId }) => userId))];
    await publishEvent(
      tx,
      ...told.map(({ userId, record: { id, status } }) => ({ t: "saving", u: userId, id, status })),
      ...owners.map((u) => ({ t: "balance", u })),
    );
    await alertOfShortage(
      tx,
      told.filter(({ kind }) => kind === "short" || kind === "paused").length,
    );
    return news.length;
  });
}

/** The interest account runs short: staff have the horizon's days to fill it. */
async function alertOfShortage(tx: Tx, count: number): Promise<void> {
  if (count === 0) return;
  log.error({ event: "savings.interest_account_short", savings: count });
  await alertStaff(tx, {
    title: text("notices.savings.interestAccountShort"),
    message: text("notices.savings.flexibleSavingsDoNotInterestNext", {
      count,
      horizonDays: HORIZON_DAYS,
    }),
  });
}
