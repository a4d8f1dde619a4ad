"use client";

import { ArrowDownToLine, ArrowUpFromLine, Vault } from "lucide-react";
import { useTranslations } from "next-intl";
import { useVoidReason } from "@/components/market/use-void-reason";
import { OwnProofButton } from "@/components/transparency/own-proof-button";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { SimulatedPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import type { useStorage } from "@/lib/vault/client";
import type { ConversionDto } from "@/lib/vault/schema";

/** One's conversions, newest first. */
export function ConversionList({ list }: { list: ReturnType<typeof useStorage> }) {
  const t = useTranslations("storage.history");
  const rows = list.data?.pages.flatMap((page) => page.history) ?? [];
  return (
    <section aria-labelledby="conversions">
      <SectionTitle id="conversions">{t("title")}</SectionTitle>
      {rows.length === 0 ? (
        <Card padding="none">
          <EmptyState
            icon={Vault}
            text={t("empty")}
            action={<ButtonLink href="/store-xaut?side=store">{t("first")}</ButtonLink>}
          />
        </Card>
      ) : (
        <Rows rows={rows} busy={list.isFetching} />
      )}
      <QueryError query={list} text={t("failed")} />
      <LoadMore query={list} />
    </section>
  );
}

const ICONS = { store: ArrowDownToLine, retrieve: ArrowUpFromLine };

function Rows({ rows, busy }: { rows: ConversionDto[]; busy: boolean }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("storage.history");
  const isStored = ({ direction }: ConversionDto) => direction === "store";
  const voidReason = useVoidReason();
  const name = ({ status, currency, direction }: ConversionDto) => {
    if (status !== "filled") return t(status);
    if (currency === "USDT") return t(direction);
    return t(direction === "store" ? "movedIn" : "movedOut");
  };
  const what = (row: ConversionDto) => (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name(row)}
      {row.simulated ? <SimulatedPill /> : null}
      <span className="w-full text-caption text-text-2">{t("number", { number: row.number })}</span>
      {row.status === "void" ? (
        <span className="w-full text-caption text-text-2">{voidReason(row)}</span>
      ) : null}
    </span>
  );
  const xaut = (row: ConversionDto, unit = true) => (
    <HideableAmount
      value={isStored(row) || row.xaut === null ? row.xaut : `-${row.xaut}`}
      currency="XAUT"
      sign
      exact
      unit={unit}
    />
  );
  const usdt = (row: ConversionDto, unit = true) => (
    <HideableAmount
      value={isStored(row) && row.usdt !== null ? `-${row.usdt}` : row.usdt}
      currency="USDT"
      sign
      exact
      unit={unit}
    />
  );
  const proof = (row: ConversionDto) => (
    <OwnProofButton
      kind="storage"
      id={row.id}
      what={`${name(row)}, ${t("number", { number: row.number })}`}
    />
  );
  return (
    <DataList
      caption={t("title")}
      rows={rows}
      rowKey={({ id }) => id}
      busy={busy}
      tableFrom={880}
      columns={[
        { key: "time", header: t("time"), at: (row) => row.createdAt },
        { key: "what", header: t("what"), cell: what },
        { key: "xaut", header: "XAUT", numeric: true, cell: (row) => xaut(row, false) },
        { key: "usdt", header: "USDT", numeric: true, cell: (row) => usdt(row, false) },
        {
          key: "price",
          header: t("price"),
          numeric: true,
          cell: (row) => formatPrice(row.price, { exact: true }),
        },
        { key: "proof", header: t("proof"), hiddenHeader: true, cell: proof },
      ]}
      card={(row) => {
        const Icon = ICONS[row.direction];
        return {
          icon: <Icon aria-hidden="true" />,
          title: name(row),
          amount: xaut(row),
          meta: `${t("number", { number: row.number })} · ${formatDateTime(row.createdAt, { zone: true })}${row.price === null ? "" : ` · ${t(row.simulated ? "atSimulated" : "at", { price: formatPrice(row.price, { exact: true }) })}`}`,
          status: usdt(row),
          note: voidReason(row),
          actions: proof(row),
        };
      }}
    />
  );
}
