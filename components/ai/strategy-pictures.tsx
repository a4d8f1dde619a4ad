"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import type { StrategyPictures as Pictures } from "@/lib/ai/strategy-pictures";
import { useTradeSettings } from "@/lib/trading/client";

const WIDTH = 270;
const HEIGHT = 90;
const EDGE = 6;

/** Where candles and prices are in each drawing. */
function scaleOf({ prices, drawings }: Pictures) {
  const all = [...prices, ...drawings.flatMap(({ lines }) => lines.flat())];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at: number) => EDGE + (at / (prices.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (price: number) => HEIGHT - EDGE - ((price - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const path = (values: readonly number[]) =>
    `M${values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}`;
  return { x, y, path };
}

type DrawingProps = Pick<Pictures, "prices"> &
  Pick<Pictures["drawings"][number], "marks" | "lines"> & { scale: ReturnType<typeof scaleOf> };

function Drawing({ prices, marks, lines, scale: { x, y, path } }: DrawingProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-auto w-full rounded-control bg-surface-2"
    >
      <path d={path(prices)} fill="none" strokeWidth="1.5" className="stroke-text-2" />
      {lines.map((line, n) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes
          key={n}
          d={path(line)}
          fill="none"
          strokeWidth="1"
          strokeDasharray={n === 0 ? undefined : "4 3"}
          className="stroke-gold-line"
        />
      ))}
      {marks.map(({ at, isBuy }) => (
        <circle
          key={at}
          cx={x(at)}
          cy={y(prices[at] ?? 0)}
          r="4"
          strokeWidth="1.5"
          className={isBuy ? "fill-text stroke-text" : "fill-surface stroke-text"}
        />
      ))}
    </svg>
  );
}

/** When each strategy on offer buys and sells, drawn on one made-up price. */
export function StrategyPictures(pictures: Pictures) {
  const { prices, drawings } = pictures;
  const t = useTranslations("ai.pictures");
  const strategies = useTradeSettings().data?.ai.strategies ?? [];
  const drawn = strategies.flatMap(({ id, name }) => {
    const drawing = drawings.find((one) => one.id === id);
    return drawing ? [{ ...drawing, name }] : [];
  });
  if (drawn.length === 0) return null;
  const scale = scaleOf(pictures);
  return (
    <Card aria-labelledby="pictures">
      <SectionTitle id="pictures">{t("title")}</SectionTitle>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {drawn.map(({ id, name, marks, lines }) => (
          <li key={id} className="min-w-0">
            <p className="mb-1">{name}</p>
            <Drawing prices={prices} marks={marks} lines={lines} scale={scale} />
            <p className="mt-1 text-caption text-text-2">{t(`lines.${id}`)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-text-2">{t("legend")}</p>
    </Card>
  );
}
