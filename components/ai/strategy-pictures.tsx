"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { useTradeSettings } from "@/lib/trading/client";
import { PICTURE_PRICES, pictures } from "./picture-rules";

const WIDTH = 270;
const HEIGHT = 90;
const EDGE = 6;
const LOW = Math.min(...PICTURE_PRICES);
const HIGH = Math.max(...PICTURE_PRICES);

const x = (at: number) => EDGE + (at / (PICTURE_PRICES.length - 1)) * (WIDTH - 2 * EDGE);
const y = (price: number) => HEIGHT - EDGE - ((price - LOW) / (HIGH - LOW)) * (HEIGHT - 2 * EDGE);

const pathOf = (values: readonly (number | null)[]) =>
  values
    .flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)} ${y(value).toFixed(1)}`]))
    .join("L");

function Drawing({ id }: { id: string }) {
  const { marks, lines } = pictures[id]?.(PICTURE_PRICES) ?? { marks: [], lines: [] };
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-auto w-full rounded-control bg-surface-2"
    >
      <path
        d={`M${pathOf(PICTURE_PRICES)}`}
        fill="none"
        strokeWidth="1.5"
        className="stroke-text-2"
      />
      {lines.map((line, n) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing never changes
          key={n}
          d={`M${pathOf(line)}`}
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
          cy={y(PICTURE_PRICES[at] ?? 0)}
          r="4"
          strokeWidth="1.5"
          className={isBuy ? "fill-text stroke-text" : "fill-surface stroke-text"}
        />
      ))}
    </svg>
  );
}

/** When each strategy on offer buys and sells, drawn on one made-up price. */
export function StrategyPictures() {
  const t = useTranslations("ai.pictures");
  const strategies = useTradeSettings().data?.ai.strategies ?? [];
  const drawn = strategies.filter(({ id }) => id in pictures);
  if (drawn.length === 0) return null;
  return (
    <Card aria-labelledby="pictures">
      <SectionTitle id="pictures">{t("title")}</SectionTitle>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {drawn.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <p className="mb-1">{name}</p>
            <Drawing id={id} />
            <p className="mt-1 text-caption text-text-2">{t(`lines.${id}`)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-caption text-text-2">{t("legend")}</p>
    </Card>
  );
}
