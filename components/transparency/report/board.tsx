import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import type { BoardDto, BoardFigures } from "@/lib/board/schema";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import { Definition, ReportTable } from "./parts";
import { PricesChart } from "./prices-chart";
import { WinRates } from "./win-rates";

/** How the site did in 30 days, from its own ledger and queues. */
export function Board({ board }: { board: BoardDto | null }) {
  const t = useTranslations("transparency.board");
  if (!board) {
    return (
      <Card padding="wide" aria-labelledby="board">
        <SectionTitle id="board">{t("title")}</SectionTitle>
        <p className="text-text-2">{t("none")}</p>
      </Card>
    );
  }
  const { figures } = board;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[11fr_9fr]">
        <Times figures={figures} />
        <WinRates options={figures.options} />
      </div>
      <div className="grid gap-4 lg:grid-cols-3">
        <Cover figures={figures} />
        <Strategies figures={figures} />
        <PricesChart prices={figures.prices} />
      </div>
    </>
  );
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

function useSpan() {
  const t = useTranslations("transparency.board");
  return (seconds: number | null, cases: number): string => {
    if (seconds === null) return cases === 0 ? t("nothing") : t("tooFew");
    if (seconds < 60) return t("seconds", { count: seconds });
    if (seconds < HOUR) return t("minutes", { count: Math.round(seconds / 60) });
    if (seconds < DAY) {
      const minutes = Math.round(seconds / 60);
      return t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
    }
    return t("days", {
      days: Math.floor(seconds / DAY),
      hours: Math.floor((seconds % DAY) / HOUR),
    });
  };
}

function Times({ figures }: { figures: BoardFigures }) {
  const t = useTranslations("transparency.board");
  const span = useSpan();
  const { deposits, withdrawals, support } = figures;
  const row = (
    key: string,
    name: string,
    one: { cases: number; medianSeconds: number | null; p95Seconds: number | null },
    ends: [waiting: number, refused: string],
  ) => ({
    key,
    cells: [
      name,
      span(one.medianSeconds, one.cases),
      span(one.p95Seconds, one.cases),
      one.cases,
      ...ends,
    ],
  });
  const reasons = [
    { what: t("deposits"), ...deposits },
    { what: t("withdrawals"), ...withdrawals },
  ];
  return (
    <Card padding="wide" aria-labelledby="times">
      <SectionTitle id="times">{t("times")}</SectionTitle>
      <p className="mb-2 text-caption text-text-2">
        {t("period", {
          from: formatUtc(`${figures.from}T00:00:00.000Z`, { style: "date" }),
          to: formatUtc(`${figures.to}T00:00:00.000Z`, { style: "date" }),
        })}
      </p>
      <ReportTable
        caption={t("times")}
        head={[t("what"), t("half"), t("most"), t("number"), t("waiting"), t("refused")]}
        rows={[
          row("deposits", t("depositsLong"), deposits, [
            deposits.waiting,
            String(deposits.refused),
          ]),
          row("withdrawals", t("withdrawalsLong"), withdrawals, [
            withdrawals.waiting,
            String(withdrawals.refused),
          ]),
          row("support", t("support"), support, [support.unanswered, "–"]),
        ]}
      />
      {reasons.map(({ what, refused, reasons: told }) =>
        refused > 0 ? (
          <Definition key={what} label={t("why", { what, count: refused })}>
            <ul className="list-disc pl-5">
              {told.map(({ reason, count }) => (
                <li key={reason}>
                  {reason}: {count}
                </li>
              ))}
              <li>
                {t("otherReasons")}: {refused - told.reduce((sum, { count }) => sum + count, 0)}
              </li>
            </ul>
          </Definition>
        ) : null,
      )}
      <Definition label={t("howCounted")}>
        <p>{t("definitions.deposits")}</p>
        <p>{t("definitions.withdrawals")}</p>
        <p>{t("definitions.support")}</p>
        <p>{t("definitions.reasons")}</p>
        <p>{t("definitions.tooFew")}</p>
      </Definition>
    </Card>
  );
}

function Cover({ figures }: { figures: BoardFigures }) {
  const t = useTranslations("transparency.board");
  return (
    <Card padding="wide" aria-labelledby="cover">
      <SectionTitle id="cover">{t("cover")}</SectionTitle>
      <ReportTable
        caption={t("cover")}
        head={[t("product"), t("promised"), t("setAside")]}
        rows={figures.cover.map(({ product, currency, promised, setAside }) => ({
          key: `${product} ${currency}`,
          cells: [
            t("coverOf", { product: t(`products.${product}`), currency }),
            formatAmount(promised, currency, { unit: false }),
            formatAmount(setAside, currency, { unit: false }),
          ],
        }))}
      />
      <Definition label={t("howCounted")}>
        <p>{t("definitions.cover")}</p>
      </Definition>
    </Card>
  );
}

function Strategies({ figures }: { figures: BoardFigures }) {
  const t = useTranslations("transparency.board");
  return (
    <Card padding="wide" aria-labelledby="strategies">
      <SectionTitle id="strategies">{t("strategies")}</SectionTitle>
      <ReportTable
        caption={t("strategies")}
        head={[t("strategy"), t("live"), t("backtest")]}
        rows={figures.strategies.map(({ strategy, runs, live, backtest }) => ({
          key: strategy,
          cells: [
            <>
              {t(`strategyNames.${strategy}`)}
              <span className="block text-text-2">{t("runs", { count: runs })}</span>
            </>,
            live === null ? t(runs === 0 ? "nothing" : "tooFew") : formatRate(shortRate(live)),
            backtest === null ? (
              "—"
            ) : (
              <>
                {formatRate(shortRate(backtest.result))}
                <span className="block text-text-2">
                  {t(`testPrices.${backtest.prices}`, {
                    from: backtest.from.slice(0, 4),
                    to: backtest.to.slice(0, 4),
                  })}
                </span>
              </>
            ),
          ],
        }))}
      />
      <Definition label={t("howCounted")}>
        <p>{t("definitions.strategies")}</p>
      </Definition>
    </Card>
  );
}

/** A share with two digits of its percentage, cut. */
const shortRate = (rate: string) => rate.replace(/(\.\d{4})\d+$/, "$1");
