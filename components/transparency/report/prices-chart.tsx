import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import type { BoardFigures } from "@/lib/board/schema";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatRate } from "@/lib/platform/ui/format";
import { Definition, ReportTable } from "./parts";

type Prices = BoardFigures["prices"];
type Day = Prices["days"][number];

const HEIGHT = 40;
const STEP = 10;
/** At least a line, so that a day without prices is not taken for one that is not there. */
const LEAST = 1;

const shareOf = ({ seconds, covered }: Day) => (seconds > 0 ? covered / seconds : 0);
/** A share with two digits of its percentage, rounded down: it never says more than there was. */
const rateText = (share: number) => (Math.floor(share * 10_000) / 10_000).toFixed(4);
const dayText = (day: string) => formatUtc(`${day}T00:00:00.000Z`, { style: "dayMonth" });

/** How much of each day there was a price to trade on. */
export function PricesChart({ prices }: { prices: Prices }) {
  const t = useTranslations("transparency.board");
  const { days, uptime } = prices;
  const isSimulated = days.some(({ simulated }) => simulated);
  return (
    <Card padding="wide" aria-labelledby="prices">
      <SectionTitle id="prices">{t("prices")}</SectionTitle>
      {uptime === null ? (
        <p className="text-text-2">{t("noPrices")}</p>
      ) : (
        <>
          <p className="font-semibold text-page tabular-nums">
            {formatRate(rateText(Number(uptime)))}
          </p>
          <p className="text-caption text-text-2">
            {t("pricesText", { count: days.length })}
            {isSimulated ? ` ${t("simulated")}` : null}
          </p>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="mt-3 h-12 w-full"
          >
            {days.map((day, index) => {
              const height = Math.max(LEAST, shareOf(day) * HEIGHT);
              return (
                <rect
                  key={day.day}
                  x={index * STEP + 1}
                  y={HEIGHT - height}
                  width={STEP - 2}
                  height={height}
                  className="fill-text-2"
                />
              );
            })}
          </svg>
          <Definition label={t("asTable")}>
            <ReportTable
              caption={t("prices")}
              head={[t("day"), t("withPrice")]}
              rows={days.map((day) => ({
                key: day.day,
                cells: [dayText(day.day), formatRate(rateText(shareOf(day)))],
              }))}
            />
          </Definition>
        </>
      )}
      <Definition label={t("howCounted")}>
        <p>{t("definitions.prices")}</p>
      </Definition>
    </Card>
  );
}
