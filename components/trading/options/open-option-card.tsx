"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { StatusPill } from "@/components/ui/display/pill";
import { Countdown, useSecondsLeft } from "@/components/ui/time/countdown";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useDesk } from "@/components/ui/use-media";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { useTradeText } from "../trade-text";
import { DirectionIcon } from "./direction-icon";
import { OptionTicks } from "./option-ticks";
import type { Tick } from "./tick-rules";

const NO_TICKS: readonly Tick[] = [];

export interface OpenOptionCardProps {
  trade: TradeDto;
  /** The newest price as shown, a decimal string. */
  price: string | null;
  clockOffsetMs: number | null;
  /** As heard since the page was opened. */
  ticks?: readonly Tick[];
}

/**
 * An option that runs. Its end is a time of the server's clock, so a tab that slept shows the right
 * second at once. It says where the price is, never who is winning.
 */
export function OpenOptionCard({
  trade,
  price,
  clockOffsetMs,
  ticks = NO_TICKS,
}: OpenOptionCardProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("trade");
  const { side } = useTradeText();
  const endsAtMs = trade.expiresAt === null ? null : Date.parse(trade.expiresAt);
  const left = useSecondsLeft(endsAtMs, clockOffsetMs);
  const isOver = left === 0;
  // A workspace names the zone above its cards.
  const end = formatDateTime(trade.expiresAt, { style: "timeSeconds", zone: !useDesk() });
  return (
    <Card aria-label={t("openOption", { direction: side(trade) })} className="desk:px-3 desk:py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 desk:gap-y-1">
        <p className="flex min-w-0 items-center gap-2 font-semibold">
          <DirectionIcon direction={trade.direction} />
          <span>
            {side(trade)} · <HideableAmount value={trade.amount} currency={trade.currency} />
          </span>
        </p>
        {endsAtMs === null || isOver ? (
          <StatusPill
            status={isOver ? "settling" : "pending"}
            label={isOver ? undefined : t("waiting")}
          />
        ) : (
          <Countdown
            secondsLeft={left}
            totalSeconds={trade.duration ?? 0}
            className="desk:text-section"
          />
        )}
      </div>
      <div className="mt-2 grid gap-x-3 text-caption text-text-2 desk:mt-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,42%)]">
        <div>
          <p>
            {endsAtMs === null
              ? t("waitingEntry")
              : t("entryAndEnd", { entry: formatPrice(trade.entryPrice, { exact: true }), end })}
          </p>
          <p>{isOver ? t("settling") : <Position trade={trade} price={price} end={end} />}</p>
        </div>
        <OptionTicks trade={trade} ticks={ticks} />
      </div>
    </Card>
  );
}

function Position({ trade, price, end }: { trade: TradeDto; price: string | null; end: string }) {
  const t = useTranslations("trade");
  if (trade.entryPrice === null) return t("entryWaits");
  if (price === null) return t("decidedAt", { end });
  const order = compareDecimal(price, trade.entryPrice);
  const difference = subtractDecimal(price, trade.entryPrice).replace("-", "");
  const where = order === 0 ? "same" : order > 0 ? "above" : "below";
  return (
    <>
      {t(`position.${where}`, {
        price: formatPrice(price, { exact: true }),
        difference: formatPrice(difference, { exact: true }),
      })}{" "}
      <span className="desk:sr-only">{t("decidedAt", { end })}</span>
    </>
  );
}
