"use client";

import { useTranslations } from "next-intl";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { EndedReserveDto } from "@/lib/transparency/reserves/schema";
import { useReserveHistory } from "@/lib/transparency/reserves/staff-client";
import type { ListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import {
  balanceOf,
  ReserveCoin,
  ReservePlace,
  ReserveReading,
  useReserveColumns,
} from "./reserve-columns";
import { ReserveProof } from "./reserve-proof";

/** What was listed before: taken off, or said anew later. */
export function FormerReserves({ url }: { url: ListUrl }) {
  const t = useTranslations("staffReserves");
  const formatDateTime = useDateTime();
  const columns = useReserveColumns<EndedReserveDto>();
  const answer = useReserveHistory(url.query);
  return (
    <StaffList
      answer={answer}
      rows={answer.data?.reserves}
      nextCursor={answer.data?.nextCursor ?? null}
      url={url}
      emptyText={t("historyEmpty")}
      caption={t("history")}
      tableFrom={960}
      rowKey={({ id }) => id}
      columns={[...columns, { key: "until", header: t("until"), at: (row) => row.removedAt }]}
      card={(row) => ({
        title: <ReserveCoin reserve={row} />,
        amount: balanceOf(row),
        meta: <ReservePlace reserve={row} />,
        status: <ReserveProof proof={row.proof} />,
        note: (
          <>
            <ReserveReading reserve={row} />
            <span className="block">{t("untilAt", { at: formatDateTime(row.removedAt) })}</span>
          </>
        ),
      })}
    />
  );
}
