"use client";

import { useTranslations } from "next-intl";
import { useLivePrice } from "@/components/market/use-live-price";
import { Card } from "@/components/ui/display/card";
import { ChangeText } from "@/components/ui/display/change-text";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { PriceText } from "@/components/ui/display/price-text";
import { Skeleton } from "@/components/ui/display/skeleton";
import { ErrorState } from "@/components/ui/display/states";
import { Link } from "@/components/ui/link";
import { formatPercent } from "@/lib/platform/ui/format";

/** The gold price as it moves, and the way to the market. */
export function PriceRow() {
  const t = useTranslations("home");
  const { data, isError, isFetching, refetch, lastTickAtMs, clockOffsetMs } = useLivePrice();
  if (data === undefined) {
    return isError ? (
      <Card>
        <ErrorState text={t("priceFailed")} retrying={isFetching} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Skeleton className="h-[84px]" />
    );
  }
  return (
    <Card className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="grid justify-items-start gap-1">
        <Link
          href="/market"
          aria-label={t("openMarket")}
          className="font-semibold after:absolute after:inset-0 after:rounded-card"
        >
          {t("pair")}
        </Link>
        <LiveDot lastTickAtMs={lastTickAtMs} clockOffsetMs={clockOffsetMs} stale={data.stale} />
        {data.simulated ? <SimulatedPill /> : null}
      </div>
      <div className="ml-auto grid justify-items-end gap-1">
        <PriceText value={data.price} className="font-semibold text-sheet" />
        {data.change24h === null ? null : (
          <span className="flex items-center gap-2">
            <ChangeText
              value={data.change24h}
              text={formatPercent(data.change24h, { sign: true })}
            />
            <span className="text-caption text-text-2">{t("day")}</span>
          </span>
        )}
      </div>
    </Card>
  );
}
