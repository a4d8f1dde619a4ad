"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { useTradeText } from "../trade-text";
import { DirectionIcon } from "./direction-icon";

/** How an option ended: the same card for every outcome. */
export function OptionResult({ trade, onReceipt }: { trade: TradeDto; onReceipt: () => void }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("trade");
  const { side } = useTradeText();
  return (
    <Card
      aria-label={t("resultOf", { direction: side(trade) })}
      className="desk:grid desk:grid-cols-[minmax(0,1fr)_auto] desk:items-center desk:px-3 desk:py-1"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-2 font-semibold">
          <DirectionIcon direction={trade.direction} />
          <span>
            {side(trade)} · <HideableAmount value={trade.amount} currency={trade.currency} exact />
          </span>
        </p>
        <StatusPill status={trade.status} />
      </div>
      <KeyValueRows
        className="desk:col-span-2 desk:grid desk:grid-cols-2 desk:gap-x-4 desk:pb-1 desk:text-caption desk:[&>div]:border-0 desk:[&>div]:py-0.5"
        rows={[
          { label: t("entryPrice"), value: formatPrice(trade.entryPrice, { exact: true }) },
          { label: t("settlementPrice"), value: formatPrice(trade.exitPrice, { exact: true }) },
          {
            label: t("settledAt"),
            value: formatDateTime(trade.expiresAt ?? trade.settledAt, {
              style: "timeSeconds",
              zone: true,
            }),
          },
          {
            label: t("balanceChange"),
            value: <HideableAmount value={trade.pnl} currency={trade.currency} sign exact />,
            strong: true,
          },
        ]}
      />
      <Button
        variant="ghost"
        className="-mb-2 -ml-4 desk:col-start-2 desk:row-start-1 desk:-mr-3 desk:mb-0 desk:ml-0"
        onClick={onReceipt}
      >
        {t("showReceipt")}
      </Button>
    </Card>
  );
}
