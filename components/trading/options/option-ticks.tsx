"use client";

import { useTranslations } from "next-intl";
import type { TradeDto } from "@/lib/trading/schema";
import { type Tick, tickPicture } from "./tick-rules";

const [WIDTH, HEIGHT] = [300, 100];

export interface OptionTicksProps {
  trade: Pick<TradeDto, "entryPrice" | "expiresAt" | "duration">;
  /** As heard since the page was opened. */
  ticks: readonly Tick[];
}

/** The ticks of an option that runs, from its entry on the left to its end on the right. The sentence beside says the rest. */
export function OptionTicks({ trade, ticks }: OptionTicksProps) {
  const t = useTranslations("trade");
  const { entryPrice, expiresAt, duration } = trade;
  if (entryPrice === null || expiresAt === null || !duration) return null;
  const toMs = Date.parse(expiresAt);
  const entry = Number(entryPrice);
  const picture = tickPicture(ticks, { fromMs: toMs - duration * 1000, toMs, entry });
  const line = picture?.points.map(({ x, y }) => `${x * WIDTH},${y * HEIGHT}`).join(" ");
  const entryY = (picture?.entryY ?? 0.5) * HEIGHT;
  return (
    <figure className="mt-3 desk:mt-0">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full desk:h-10 rounded-chip bg-surface-2 [&_*]:[vector-effect:non-scaling-stroke]"
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={entryY}
          y2={entryY}
          stroke="var(--gold-line)"
          strokeDasharray="4 3"
        />
        <line x1={WIDTH} x2={WIDTH} y1="0" y2={HEIGHT} stroke="var(--text)" strokeWidth="4" />
        <polyline points={line} fill="none" stroke="var(--text)" strokeWidth="1.5" />
      </svg>
      <figcaption className="mt-1 desk:sr-only">{t("ticks")}</figcaption>
    </figure>
  );
}
