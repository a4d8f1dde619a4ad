/** Tells users what became of their savings, and staff when interest can't be set aside. */
import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import type { NotificationInput } from "@/lib/notifications/mutations";
import { alertsOf } from "@/lib/notifications/staff-alert";
import type { Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { numbered, type Text, text } from "@/lib/platform/text";
import { firstWords } from "@/lib/platform/text/first-words";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatRate } from "@/lib/platform/ui/format";
import { paidText } from "./mutations";
import { fundedUntil, HORIZON_DAYS } from "./rules";
import { formatRatePpb, type RecordWithPlan, termsOf } from "./serializers";

type Change = "active" | "matured" | "short" | "paused" | "funded" | "renewed" | "not_renewed";
type OwnChange = "started" | "refunded";
type SavingOrder = { recordId: string; userId: string; kind: OwnChange };
type SavingChange = { recordId: string; userId: string; kind: Change };

type Message = { title: Text; message: Text };

/** What to say, or null for what a look at the screen tells. */
function messageOf(kind: Change, record: RecordWithPlan): Message | null {
  const saving = text("notices.savings.amountInPlan", {
    amount: exactAmount(record.principalMicro, record.currency),
    plan: firstWords(record.plan.name),
  });
  const until = formatUtc(fundedUntil(termsOf(record)), { style: "date" });
  if (kind === "matured") {
    const { paidPrincipalMicro, paidProfitMicro } = record;
    return {
      title: text("notices.savings.savingMatured"),
      message: paidText(record, paidPrincipalMicro ?? 0n, paidProfitMicro ?? 0n),
    };
  }
  if (kind === "not_renewed") {
    return {
      title: text("notices.savings.savingNotRenewed"),
      message: notRenewedText(record),
    };
  }
  if (kind === "renewed") {
    return {
      title: text("notices.savings.savingRenewed"),
      message: numbered(
        text("notices.savings.renewedInto", {
          saving,
          rate: formatRate(formatRatePpb(record.dailyRatePpb)),
          days: record.durationDays ?? 0,
          startsAt: formatUtc(record.startsAt, { zone: true }),
        }),
        record.number,
      ),
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

/** Why a saving that has matured is not renewed, and where its money is. */
function notRenewedText(record: RecordWithPlan): Text {
  return numbered(
    text(`notices.savings.notRenewed.${record.notRenewed ?? "REFUSED"}`, {
      plan: firstWords(record.plan.name),
      least: formatRate(formatRatePpb(record.minDailyRatePpb ?? 0n)),
    }),
    record.number,
  );
}

/** What its owner did with a saving: they look at the result, so no dialog opens. */
function orderTold(kind: OwnChange, record: RecordWithPlan): Told {
  const { id, userId, status } = record;
  const said =
    kind === "started"
      ? {
          title: text("notices.savings.savingStarted"),
          message: numbered(
            text("notices.savings.inItEarnsFrom", {
              principalMicro: exactAmount(record.principalMicro, record.currency),
              name: firstWords(record.plan.name),
              startsAt: formatUtc(record.startsAt, { zone: true }),
            }),
            record.number,
          ),
        }
      : {
          title: text("notices.savings.savingRefunded"),
          message: paidText(record, record.paidPrincipalMicro ?? 0n, record.paidProfitMicro ?? 0n),
        };
  return [
    { userId, type: "saving", ...said, quiet: true },
    { t: "saving", u: userId, id, status },
    { t: "balance", u: userId },
  ];
}

async function recordsOf(tx: Tx, ids: string[]): Promise<Map<string, RecordWithPlan>> {
  const rows = await tx.savingRecord.findMany({
    where: { id: { in: ids } },
    include: { plan: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Of savings that their owner began or ended. */
export const savingOrderDelivery = defineDelivery(
  "saving_ordered",
  async (tx, orders: SavingOrder[]) => {
    const records = await recordsOf(
      tx,
      orders.map(({ recordId }) => recordId),
    );
    return orders.map(({ recordId, kind }) => {
      const record = records.get(recordId);
      return record ? orderTold(kind, record) : [];
    });
  },
);

/** Of savings that began, ended or are funded for less or more time. Staff hear how many are short of interest. */
export const savingDelivery = defineDelivery(
  "saving_changed",
  async (tx, changes: SavingChange[]) => {
    const records = await recordsOf(
      tx,
      changes.map(({ recordId }) => recordId),
    );
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
