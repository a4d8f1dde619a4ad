import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import type { BoardFigures } from "@/lib/board/schema";
import { formatRate } from "@/lib/platform/ui/format";
import { Definition, ReportTable } from "./parts";

type Option = BoardFigures["options"][number];

const WIDTH = 100;
const HEIGHT = 12;
const at = (rate: string) => Number(rate) * WIDTH;

/** How often options were won, its interval, and the mark from which on they would pay. */
function Bar({ winRate, low, high, breakEven }: Option) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-3.5 w-full min-w-20"
    >
      <rect y="3" width={WIDTH} height="6" rx="1" className="fill-surface-2" />
      {winRate === null ? null : (
        <rect y="3" width={at(winRate)} height="6" rx="1" className="fill-text-2" />
      )}
      {low === null || high === null ? null : (
        <rect
          x={at(low)}
          y="5.25"
          width={at(high) - at(low)}
          height="1.5"
          className="fill-text-3"
        />
      )}
      <rect x={at(breakEven) - 0.4} width="0.8" height={HEIGHT} className="fill-gold-line" />
    </svg>
  );
}

/** Options won beside the rate at which nobody would lose, by duration. */
export function WinRates({ options }: { options: Option[] }) {
  const t = useTranslations("transparency.board");
  return (
    <Card padding="wide" aria-labelledby="win-rates">
      <SectionTitle id="win-rates">{t("winRates")}</SectionTitle>
      {options.length === 0 ? (
        <p className="text-text-2">{t("noOptions")}</p>
      ) : (
        <ReportTable
          caption={t("winRates")}
          head={[t("duration"), t("bar"), t("won"), t("breakEven"), t("number")]}
          text={[0, 1]}
          rows={options.map((one) => ({
            key: `${one.seconds} ${one.payoutRate}`,
            cells: [
              <>
                {t("seconds", { count: one.seconds })}
                <span className="block text-text-2">
                  {t("pays", { rate: formatRate(one.payoutRate) })}
                </span>
              </>,
              <Bar key="bar" {...one} />,
              one.winRate === null || one.low === null || one.high === null ? (
                t("tooFew")
              ) : (
                <>
                  {formatRate(one.winRate)}
                  <span className="block text-text-2">
                    {t("interval", { low: formatRate(one.low), high: formatRate(one.high) })}
                  </span>
                </>
              ),
              formatRate(one.breakEven.replace(/(\.\d{4})\d+$/, "$1")),
              one.decided,
            ],
          }))}
        />
      )}
      <p className="mt-2 text-caption text-text-2">{t("belowMark")}</p>
      <Definition label={t("howCounted")}>
        <p>{t("definitions.options")}</p>
      </Definition>
    </Card>
  );
}
