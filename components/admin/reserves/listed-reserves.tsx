"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DataList } from "@/components/ui/display/data-list";
import { EmptyState } from "@/components/ui/display/states";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";
import {
  balanceOf,
  ReserveCoin,
  ReservePlace,
  ReserveReading,
  useReserveColumns,
  useReserveName,
} from "./reserve-columns";
import { ReserveProof } from "./reserve-proof";

export interface ListedReservesProps {
  reserves: readonly ReserveDto[];
  busy: boolean;
  /** Null where the reader may only look. */
  onUpdate: ((reserve: ReserveDto) => void) | null;
  onRemove: ((reserve: ReserveDto) => void) | null;
}

/** What counts now, by coin. */
export function ListedReserves({ reserves, busy, onUpdate, onRemove }: ListedReservesProps) {
  const t = useTranslations("staffReserves");
  const nameOf = useReserveName();
  const columns = useReserveColumns<ReserveDto>();
  if (reserves.length === 0) return <EmptyState text={t("empty")} />;
  const actions = (row: ReserveDto) => (
    <span className="inline-flex gap-2">
      {onUpdate ? (
        <Button
          variant="outline"
          aria-label={t("updateOf", { reserve: nameOf(row) })}
          onClick={() => onUpdate(row)}
        >
          {t("update")}
        </Button>
      ) : null}
      {onRemove ? (
        <Button
          variant="ghost"
          aria-label={t("removeOf", { reserve: nameOf(row) })}
          onClick={() => onRemove(row)}
        >
          {t("remove")}
        </Button>
      ) : null}
    </span>
  );
  return (
    <DataList
      caption={t("listed")}
      tableFrom={960}
      rows={reserves}
      rowKey={({ id }) => id}
      busy={busy}
      columns={[
        ...columns,
        ...(onUpdate
          ? [{ key: "actions", header: t("actions"), hiddenHeader: true, cell: actions }]
          : []),
      ]}
      card={(row) => ({
        title: <ReserveCoin reserve={row} />,
        amount: balanceOf(row),
        meta: <ReservePlace reserve={row} />,
        status: <ReserveProof proof={row.proof} />,
        note: <ReserveReading reserve={row} />,
        actions: onUpdate ? actions(row) : undefined,
      })}
    />
  );
}
