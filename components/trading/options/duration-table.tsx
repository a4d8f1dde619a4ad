"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { formatRate } from "@/lib/platform/ui/format";
import { useOwnRecord } from "@/lib/trading/own-record-client";
import type { OwnRecord } from "@/lib/trading/own-record-schema";
import type { TradeSettings } from "@/lib/trading/schema";
import { breakEvenPercent } from "../spot/quote";

/** Of fewer decided options no share is shown: it says nothing about the next ones. */
const FEW = 30;

type Own = OwnRecord["durations"][number];
type Row = { seconds: number; payoutRate: string | null; own: Own | undefined };

/** Durations on offer, and those that one has a record of. */
function rowsOf(offered: TradeSettings["option"]["durations"], own: OwnRecord | undefined): Row[] {
  const all = new Set([...offered, ...(own?.durations ?? [])].map(({ seconds }) => seconds));
  return [...all]
    .sort((a, b) => a - b)
    .map((seconds) => ({
      seconds,
      payoutRate: offered.find((one) => one.seconds === seconds)?.payoutRate ?? null,
      own: own?.durations.find((one) => one.seconds === seconds),
    }));
}

/** Payout and break-even of each duration, beside how one's own options of it ended. */
export function DurationTable({ durations }: { durations: TradeSettings["option"]["durations"] }) {
  const t = useTranslations("trade.durations");
  const record = useOwnRecord({ type: "option" });
  const heads = ["duration", "payout", "breakEven", "own", "result"] as const;
  return (
    <section aria-labelledby="option-durations">
      <SectionTitle id="option-durations">{t("title")}</SectionTitle>
      <QueryError query={record} text={t("failed")} />
      <Card className="px-3 py-1">
        <table className="w-full text-caption">
          <caption className="sr-only">{t("title")}</caption>
          <thead className="text-meta text-text-2">
            <tr className="border-line border-b align-bottom">
              {heads.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="py-1.5 pl-2 text-right font-medium first:pl-0 first:text-left"
                >
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(durations, record.data).map((row) => (
              <DurationRow key={row.seconds} row={row} />
            ))}
          </tbody>
        </table>
      </Card>
      <p className="mt-2 text-caption text-text-2">{t("hint", { few: FEW })}</p>
    </section>
  );
}

const CELL = "py-1 pl-2 text-right align-baseline";

function DurationRow({ row }: { row: Row }) {
  const t = useTranslations("trade.durations");
  const { seconds, payoutRate, own } = row;
  const decided = own ? own.won + own.lost : 0;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className="whitespace-nowrap py-1 text-left align-baseline font-medium">
        <span aria-hidden="true">{t("short", { count: seconds })}</span>
        <span className="sr-only">{t("seconds", { count: seconds })}</span>
      </th>
      {payoutRate === null ? (
        <td colSpan={2} className={clsx(CELL, "text-text-2")}>
          {t("notOffered")}
        </td>
      ) : (
        <>
          <td className={CELL}>{formatRate(payoutRate)}</td>
          <td className={CELL}>{breakEvenPercent(payoutRate)}</td>
        </>
      )}
      <td className={CELL}>
        {decided === 0 ? (
          "–"
        ) : (
          <>
            {own?.winRate && decided >= FEW ? <>{formatRate(own.winRate)} </> : null}
            <span className="whitespace-nowrap text-text-2">
              {t("won", { won: own?.won ?? 0, decided })}
            </span>
          </>
        )}
      </td>
      <td className={CELL}>
        {own ? <HideableAmount value={own.result} currency="USDT" unit={false} sign /> : "–"}
      </td>
    </tr>
  );
}
