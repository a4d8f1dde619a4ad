/** Tells users what became of their savings, and staff when interest can't be set aside. */
import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import type { NotificationInput } from "@/lib/notifications/mutations";
import { alertsOf } from "@/lib/notifications/staff-alert";
import type { Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { numbered, type Text, text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { paidText } from "./mutations";
import { fundedUntil, HORIZON_DAYS } from "./rules";
import { type RecordWithPlan, termsOf } from "./serializers";

type Change = "active" | "matured" | "short" | "paused" | "funded";
type SavingChange = { recordId: string; userId: string; kind: Change };

type Message = { title: Text; message: Text };

/** What to say, or null for what a look at the screen tells. */
function messageOf(kind: Change, record: RecordWithPlan): Message | null {
  const saving = text("notices.savings.amountInPlan", {
    amount: exactAmount(record.principalMicro, record.currency),
    plan: record.plan.name,
  });
  const until = formatUtc(fundedUntil(termsOf(record)), { style: "date" });
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
        message: numbered(
          text("notices.savings.itsInterestSetAsideUntilLater", { saving, until }),
          record.number,
        ),
      };
    case "paused":
      return {
        title: text("notices.savings.savingsInterestPaused"),
        message: numbered(
          text("notices.savings.noInterestSetAsideAfterUnpaid", { saving, until }),
          record.number,
        ),
      };
    case "funded":
      return {
        title: text("notices.savings.savingsInterestFundedAgain"),
        message: numbered(
          text("notices.savings.itsInterestSetAsideUntil", { saving, until }),
          record.number,
        ),
      };
    case "active":
      return null;
  }
}

/** Of savings that began, ended or are funded for less or more time. Staff hear how many are short of interest. */
export const savingDelivery = defineDelivery(
  "saving_changed",
  async (tx, changes: SavingChange[]) => {
    const rows = await tx.savingRecord.findMany({
      where: { id: { in: changes.map(({ recordId }) => recordId) } },
      include: { plan: true },
    });
    const records = new Map(rows.map((row) => [row.id, row]));
    const shortOnes = changes.filter(({ kind }) => kind === "short" || kind === "paused");
    const alerts = await alertsOfShortage(tx, shortOnes.length);
    return changes.map((change) => {
      const record = records.get(change.recordId);
      const told = record ? toldOf(change.userId, change.kind, record) : [];
      return change === shortOnes[0] ? [...alerts, ...told] : told;
    });
  },
);

function toldOf(userId: string, kind: Change, record: RecordWithPlan): Told {
  const said = messageOf(kind, record);
  return [
    ...(said ? [{ userId, type: "saving", ...said }] : []),
    { t: "saving", u: userId, id: record.id, status: record.status },
    { t: "balance", u: userId },
  ];
}

/** The interest account runs short: staff have the horizon's days to fill it. */
async function alertsOfShortage(tx: Tx, count: number): Promise<NotificationInput[]> {
  if (count === 0) return [];
  log.error({ event: "savings.interest_account_short", savings: count });
  return alertsOf(tx, {
    title: text("notices.savings.interestAccountShort"),
    message: text("notices.savings.flexibleSavingsDoNotInterestNext", {
      count,
      horizonDays: HORIZON_DAYS,
    }),
  });
}
