"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { formatPrice, UNKNOWN } from "@/lib/platform/ui/format";
import type { OptionReceipt, Receipt } from "@/lib/trading/receipt-schema";

type PassedOver = OptionReceipt["passedOverTicks"][number];

/** The row with a trade's number, to be copied. */
export function useTradeNumber(tradeNumber: string): KeyValueRow {
  const t = useTranslations("trade");
  const number = useRef<HTMLSpanElement>(null);
  return {
    label: t("number"),
    value: (
      <span className="flex flex-wrap items-center gap-2">
        <span ref={number}>{tradeNumber}</span>
        <CopyButton compact text={tradeNumber} textRef={number} label={t("copyNumber")} />
      </span>
    ),
    stacked: true,
  };
}

/** A time to the microsecond, as recorded and in UTC: the order of ticks is decided by it. */
export function exactTime(iso: string | null): string {
  if (iso === null) return UNKNOWN;
  return `${iso.slice(0, 10)} ${iso.slice(11, 26)} UTC`;
}

/** A recorded price with everything that is known of it. */
export function ReceiptTick({
  title,
  rule,
  tick,
}: {
  title: string;
  rule: string;
  tick: Receipt["entryTick"];
}) {
  const t = useTranslations("trade");
  const rows: KeyValueRow[] = tick
    ? [
        { label: t("price"), value: formatPrice(tick.price, { decimals: 8 }), strong: true },
        {
          label: t("bidAsk"),
          value: `${formatPrice(tick.bid, { decimals: 8 })} / ${formatPrice(tick.ask, { decimals: 8 })}`,
        },
        { label: t("time"), value: exactTime(tick.at) },
        { label: t("tickNumber"), value: tick.id },
        ...tick.sources.map((source, index) => ({
          id: `source-${index}`,
          label: t("source"),
          value: sourceText(source),
        })),
      ]
    : [{ label: t("price"), value: t("noTick") }];
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-caption text-text-2">{rule}</p>
      <KeyValueRows boxed rows={rows} />
    </section>
  );
}

/** The ticks that an entry passed over; nothing where there was none. */
export function PassedOverTicks({
  labelOf,
  ticks,
}: {
  labelOf: (reason: PassedOver["reason"]) => string;
  ticks: PassedOver[];
}) {
  if (ticks.length === 0) return null;
  const rows = ticks.map(({ id, at, reason }) => ({
    id,
    label: labelOf(reason),
    value: `${id} · ${exactTime(at)}`,
  }));
  return <KeyValueRows boxed rows={rows} />;
}

/** A source's name and everything recorded of its quote. */
function sourceText({ source, ...quote }: Record<string, unknown>): string {
  const parts = Object.entries(quote).map(([name, value]) => `${name} ${String(value)}`);
  return [String(source), ...parts].join(" · ");
}
