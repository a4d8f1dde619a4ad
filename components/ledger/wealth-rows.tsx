"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { DataList } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { WealthLineDto } from "@/lib/statements/schema";
import { TransactionDetail } from "./lazy-dialogs";
import { EventCell, TransactionIcon, useTransactionText } from "./transaction-text";
import { WealthChanges } from "./wealth-changes";

/** What changed the person's wealth, newest first; each line opens what it came from. */
export function WealthRows({ rows, busy }: { rows: WealthLineDto[]; busy: boolean }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("transactions");
  const { eventText } = useTransactionText();
  const [detail, setDetail] = useState<WealthLineDto | null>(null);
  const fee = (row: WealthLineDto) =>
    row.fees.length > 0 ? <WealthChanges amounts={row.fees} sign={false} /> : null;
  const what = (row: WealthLineDto) => <EventCell line={row} />;
  return (
    <>
      <DataList
        caption={t("wealthCaption")}
        rows={rows}
        rowKey={(row) => row.id}
        busy={busy}
        onOpen={setDetail}
        columns={[
          { key: "time", header: t("time"), at: (row) => row.createdAt },
          { key: "what", header: t("what"), cell: what },
          {
            key: "change",
            header: t("change"),
            numeric: true,
            cell: (row) => <WealthChanges amounts={row.changes} />,
          },
          { key: "fee", header: t("fee"), numeric: true, cell: fee },
          {
            key: "result",
            header: t("result"),
            numeric: true,
            cell: (row) =>
              row.result === null ? null : (
                <HideableAmount value={row.result} currency="USDT" sign exact />
              ),
          },
          {
            key: "open",
            header: t("openHeader"),
            hiddenHeader: true,
            cell: (row) => (
              <Button
                variant="outline"
                aria-label={`${t("open")}: ${eventText(row)}, ${formatDateTime(row.createdAt, { zone: true })}`}
                onClick={() => setDetail(row)}
              >
                {t("open")}
              </Button>
            ),
          },
        ]}
        card={(row) => ({
          icon: <TransactionIcon type={row.type} />,
          title: what(row),
          amount: <WealthChanges amounts={row.changes} />,
          meta: formatDateTime(row.createdAt, { zone: true }),
        })}
      />
      {detail ? <TransactionDetail line={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}
