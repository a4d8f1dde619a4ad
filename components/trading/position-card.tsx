"use client";

import { useTranslations } from "next-intl";
import { worthAt } from "@/components/market/position-quote";
import { HideableAmount, HideableChange } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { usePosition } from "@/lib/trading/client";

/**
 * The person's XAUT: what is free, what the bought part cost on average and what it would sell for.
 * @param sellPrice what one XAUT brings right now; null without a price
 */
export function PositionCard({ sellPrice }: { sellPrice: string | null }) {
  const t = useTranslations("spot.position");
  const position = usePosition();
  const { data, isError } = position;
  if (data === undefined) {
    return isError ? (
      <Card>
        <QueryError query={position} text={t("failed")} />
      </Card>
    ) : (
      <Skeleton className="h-[260px] desk:h-[200px]" />
    );
  }
  const worth = sellPrice === null ? null : worthAt(data, sellPrice);
  const hasPosition = compareDecimal(data.quantity, "0") > 0;
  const usdt = (value: string | undefined) => <HideableAmount value={value} currency="USDT" />;
  const result = (value: string | undefined) =>
    value === undefined ? (
      usdt(undefined)
    ) : (
      <HideableChange
        value={value}
        text={formatAmount(value, "USDT", { sign: true })}
        currency="USDT"
        className="justify-end"
      />
    );
  return (
    <Card aria-labelledby="position" className="desk:px-3 desk:py-1">
      <SectionTitle id="position">{t("title")}</SectionTitle>
      <KeyValueRows
        className="desk:text-caption desk:[&>div]:py-1"
        rows={[
          {
            label: t("available"),
            value: <HideableAmount value={data.available} currency="XAUT" />,
            strong: true,
          },
          ...(hasPosition
            ? [
                { label: t("averageCost"), value: formatPrice(data.averageCost) },
                { label: t("value"), value: usdt(worth?.value) },
                { label: t("unrealised"), value: result(worth?.pnl) },
              ]
            : []),
          { label: t("realised"), value: result(data.realised) },
        ]}
      />
      <p className="mt-2 text-caption text-text-2">
        {hasPosition && compareDecimal(data.quantity, data.available) !== 0
          ? t.rich("partly", {
              quantity: () => <HideableAmount value={data.quantity} currency="XAUT" />,
            })
          : t(hasPosition ? "explained" : "empty")}
      </p>
    </Card>
  );
}
