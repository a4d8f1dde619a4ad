"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { QueryError } from "@/components/ui/display/query-state";
import { formatRate } from "@/lib/platform/ui/format";
import { useOwnRecord } from "@/lib/trading/own-record-client";
import type { OwnRecord } from "@/lib/trading/own-record-schema";
import type { TradeSettings } from "@/lib/trading/schema";
import { breakEvenPercent } from "../spot/quote";

/** With fewer than these decided options a share says nothing about the next ones. */
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
  const length = ({ seconds }: Row) => t("seconds", { count: seconds });
  const payout = ({ payoutRate }: Row) =>
    payoutRate === null ? t("notOffered") : formatRate(payoutRate);
  const breakEven = ({ payoutRate }: Row) =>
    payoutRate === null ? "–" : breakEvenPercent(payoutRate);
  const own = ({ own: found }: Row) => {
    if (!record.data) return "–";
    if (!found || found.winRate === null) return t("none");
    const decided = found.won + found.lost;
    const values = { rate: formatRate(found.winRate), won: found.won, decided };
    return t(decided < FEW ? "few" : "won", values);
  };
  const result = ({ own: found }: Row) =>
    found ? <HideableAmount value={found.result} currency="USDT" exact sign /> : "–";
  return (
    <Card aria-labelledby="option-durations">
      <SectionTitle id="option-durations">{t("title")}</SectionTitle>
      <QueryError query={record} text={t("failed")} />
      <DataList
        caption={t("title")}
        rows={rowsOf(durations, record.data)}
        rowKey={({ seconds }) => String(seconds)}
        columns={[
          { key: "length", header: t("duration"), cell: length },
          { key: "payout", header: t("payout"), numeric: true, cell: payout },
          { key: "breakEven", header: t("breakEven"), numeric: true, cell: breakEven },
          { key: "own", header: t("own"), numeric: true, cell: own },
          { key: "result", header: t("result"), numeric: true, cell: result },
        ]}
        card={(row) => ({
          title: length(row),
          amount: result(row),
          meta: `${t("payout")}: ${payout(row)} · ${t("breakEven")}: ${breakEven(row)} · ${t("own")}: ${own(row)}`,
        })}
      />
      <p className="mt-2 text-caption text-text-2">{t("hint", { few: FEW })}</p>
    </Card>
  );
}
