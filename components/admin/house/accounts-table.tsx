"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { type DataColumn, DataList } from "@/components/ui/display/data-list";
import { TextLink } from "@/components/ui/text-link";
import { type MovableKind, movableKinds } from "@/lib/house/rules";
import type { HouseAccountDto, HouseResponse } from "@/lib/house/schema";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { useMay } from "../panel/staff-rights";
import { EMPTY_TRANSFER, freeOf, type TransferDraft, withRoute } from "./transfer-draft";

const isMovable = (kind: string): kind is MovableKind => movableKinds.some((one) => one === kind);

/** Every account of the house: what it is for, what it holds and what it must keep. */
export function AccountsTable({
  house,
  onMove,
}: {
  house: HouseResponse;
  onMove: (draft: TransferDraft) => void;
}) {
  const t = useTranslations("staffHouse");
  const canWrite = useMay("house.transfer");
  const nameOf = ({ kind, currency }: HouseAccountDto) => `${t(`kinds.${kind}.name`)} ${currency}`;
  const money = (row: HouseAccountDto, value: string) => formatAmount(value, row.currency);
  const isOwing = (row: HouseAccountDto) => compareDecimal(row.required, "0") > 0;
  const free = (row: HouseAccountDto) => {
    const value = isMovable(row.kind) ? freeOf(row) : "0";
    return value === null ? "—" : money(row, value);
  };
  const start = (row: HouseAccountDto) => {
    if (!isMovable(row.kind)) return;
    const from = row.kind === "treasury" || row.kind === "fees" ? row.kind : "treasury";
    const to = from === row.kind ? EMPTY_TRANSFER.to : row.kind;
    const route =
      row.kind === "external" ? ({ from: "external", to: "treasury" } as const) : { from, to };
    onMove(withRoute({ ...EMPTY_TRANSFER, ...route, currency: row.currency }));
  };
  const actions = (row: HouseAccountDto) => (
    <span className="inline-flex items-center justify-end gap-x-2 whitespace-nowrap">
      {row.kind === "escrow" ? (
        <TextLink look="action" href="/admin/trades?type=option&status=open">
          {t("accounts.openOptions")}
        </TextLink>
      ) : (
        <TextLink
          look="action"
          href={`/admin/house?tab=movements&account=${row.currency}.${row.kind}`}
        >
          {t("accounts.movements")}
          <span className="sr-only"> {nameOf(row)}</span>
        </TextLink>
      )}
      {canWrite && isMovable(row.kind) ? (
        <Button
          variant="ghost"
          aria-label={t("accounts.moveOf", { account: nameOf(row) })}
          onClick={() => start(row)}
        >
          {t("accounts.move")}
        </Button>
      ) : null}
    </span>
  );
  const columns: DataColumn<HouseAccountDto>[] = [
    {
      key: "account",
      header: t("accounts.account"),
      className: "min-w-52",
      cell: (row) => (
        <>
          <span className="font-medium">{nameOf(row)}</span>
          <span className="block text-caption text-text-2">
            {t(`kinds.${row.kind}.purpose`)}
            {row.shards > 1 ? ` ${t("accounts.shards", { count: row.shards })}` : null}
          </span>
        </>
      ),
    },
    {
      key: "balance",
      header: t("accounts.balance"),
      numeric: true,
      cell: (row) => money(row, row.balance),
    },
    {
      key: "required",
      header: t("accounts.required"),
      numeric: true,
      cell: (row) =>
        isMovable(row.kind)
          ? isOwing(row)
            ? money(row, row.required)
            : t("accounts.nothing")
          : t("accounts.all"),
    },
    { key: "free", header: t("accounts.free"), numeric: true, cell: free },
    { key: "actions", header: t("accounts.actions"), hiddenHeader: true, cell: actions },
  ];
  return (
    <>
      <DataList
        caption={t("accounts.caption")}
        tableFrom={880}
        rows={house.accounts}
        rowKey={(row) => `${row.kind}.${row.currency}`}
        columns={columns}
        card={(row) => ({
          title: nameOf(row),
          amount: money(row, row.balance),
          meta: t(`kinds.${row.kind}.purpose`),
          actions: actions(row),
        })}
      />
      <p className="text-text-2">
        {t("accounts.users", {
          usdt: formatAmount(house.usersHold.USDT, "USDT"),
          xaut: formatAmount(house.usersHold.XAUT, "XAUT"),
        })}
      </p>
    </>
  );
}
