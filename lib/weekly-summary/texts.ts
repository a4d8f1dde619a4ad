import { formatMicro } from "@/lib/platform/money";
import { type Text, text } from "@/lib/platform/text";
import { formatDateTime } from "@/lib/platform/ui/date-time";
import { formatAmount, formatPercent } from "@/lib/platform/ui/format";
import type { Payments, Summary } from "./data";

/** A day in a zone, in the form in which texts keep it. */
export const dateOf = (at: Date, zone: string): string =>
  formatDateTime(at, zone, { style: "date", locale: "en" });

const signed = (value: string) => formatAmount(value, "USDT", { sign: true });

/** Gain or loss, without how much. */
function inWords(value: string): Text {
  if (/^-?0\.0+$/.test(value)) return text("mails.weeklySummary.none");
  return text(value.startsWith("-") ? "mails.weeklySummary.loss" : "mails.weeklySummary.gain");
}

function paymentsOf({ count, ...sums }: Payments, showsAmounts: boolean, isOut = false): string {
  if (count === 0) return text("mails.weeklySummary.none");
  if (!showsAmounts) return String(count);
  const parts = (["USDT", "XAUT"] as const).flatMap((currency) =>
    sums[currency] === 0n
      ? []
      : [formatAmount(formatMicro(isOut ? -sums[currency] : sums[currency]), currency)],
  );
  // Two that took each other back came to nothing.
  return parts.reduce((list, item) => text("notices.listed", { list, item }), parts.shift() ?? "0");
}

function totalOf(change: string, percent: string | null, showsAmounts: boolean): string {
  const share = percent === null ? null : formatPercent(percent, { sign: true });
  if (!showsAmounts) return share ?? inWords(change);
  const amount = signed(change);
  return share === null
    ? amount
    : text("mails.weeklySummary.withPercent", { amount, percent: share });
}

/** The lines of a summary; without amounts they have a percentage, numbers of payments, and gain or loss. */
export function figuresOf(summary: Summary, showsAmounts: boolean): Text {
  const { start, end, result, deposit, withdrawal, adjustment } = summary;
  const lines: Text[] = [];
  if (showsAmounts) {
    lines.push(
      text("mails.weeklySummary.worth", {
        start: formatAmount(start, "USDT"),
        end: formatAmount(end, "USDT"),
      }),
    );
  }
  lines.push(
    text("mails.weeklySummary.payments", {
      deposits: paymentsOf(deposit, showsAmounts),
      withdrawals: paymentsOf(withdrawal, showsAmounts, true),
    }),
  );
  if (adjustment.count > 0) {
    const changes = paymentsOf(adjustment, showsAmounts);
    lines.push(text("mails.weeklySummary.support", { changes }));
  }
  if (result === null) lines.push(text("mails.weeklySummary.unknown"));
  else {
    const { change, percent, gold, options, interest, commission, fees } = result;
    const write = showsAmounts ? signed : inWords;
    lines.push(
      text("mails.weeklySummary.result", {
        result: totalOf(change, percent, showsAmounts),
        gold: write(gold),
        options: write(options),
        interest: write(interest),
        commission: write(commission),
        fees: write(fees),
      }),
    );
  }
  return lines.reduce((list, line) => text("mails.weeklySummary.lines", { list, line }));
}
