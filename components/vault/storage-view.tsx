"use client";

import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { worthAt } from "@/components/market/position-quote";
import { useLivePrice } from "@/components/market/use-live-price";
import { ButtonLink } from "@/components/ui/button";
import {
  HideableAmount,
  HideableChange,
  HideableFigure,
  HideBalancesButton,
} from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import { compareDecimal, percentOf, subtractDecimal } from "@/lib/platform/ui/decimal";
import { asShown, formatPrice } from "@/lib/platform/ui/format";
import { useStorage } from "@/lib/vault/client";
import type { StorageResponse } from "@/lib/vault/schema";
import { ConversionList } from "./conversion-list";

/** Gold in custody: how much, what it is worth and cost, the ways in and out, and how it came there. */
export function StorageView() {
  const t = useTranslations("storage");
  const storage = useStorage();
  const first = storage.data?.pages[0];
  if (first === undefined) {
    return storage.isError ? (
      <Card padding="wide">
        <QueryError query={storage} text={t("failed")} />
      </Card>
    ) : (
      <Loading label={t("stored")}>
        <Skeleton className="h-[340px]" />
      </Loading>
    );
  }
  return (
    <>
      <Card padding="wide" aria-label={t("stored")}>
        <Summary storage={first} />
        <div className="mt-5 grid grid-cols-2 gap-3">
          <ButtonLink href="/store-xaut?side=store" icon={<ArrowDownToLine aria-hidden="true" />}>
            {t("sides.store")}
          </ButtonLink>
          <ButtonLink
            href="/store-xaut?side=retrieve"
            variant="outline"
            icon={<ArrowUpFromLine aria-hidden="true" />}
          >
            {t("sides.retrieve")}
          </ButtonLink>
        </div>
      </Card>
      <p className="text-text-2">{t("risk")}</p>
      <ConversionList list={storage} />
    </>
  );
}

function Summary({ storage }: { storage: StorageResponse }) {
  const t = useTranslations("storage");
  const { price, lastTickAtMs, clockOffsetMs } = useLivePrice();
  const bid = price?.bid ?? storage.price;
  const { value } =
    bid === null ? storage : worthAt({ quantity: storage.stored, cost: storage.cost }, bid);
  const pnl =
    value === null ? null : subtractDecimal(asShown(value, "USDT"), asShown(storage.cost, "USDT"));
  const isEmpty = storage.averageCost === null;
  const result = (amount: string | null) => <HideableAmount value={amount} currency="USDT" sign />;
  const rows: KeyValueRow[] = [
    {
      label: t("averageCost"),
      value: isEmpty ? formatPrice(null) : <>{formatPrice(storage.averageCost)} USDT</>,
    },
    { label: t("cost"), value: <HideableAmount value={storage.cost} currency="USDT" /> },
    {
      label: t("pnl"),
      value: isEmpty ? (
        formatPrice(null)
      ) : (
        <HideableChange
          currency="USDT"
          value={pnl}
          percent={pnl === null ? null : percentOf(pnl, storage.cost)}
          text={result(pnl)}
        />
      ),
    },
    ...(compareDecimal(storage.realisedPnl, "0") === 0
      ? []
      : [{ label: t("realised"), value: result(storage.realisedPnl) }]),
  ];
  return (
    <>
      <div className="flex items-center justify-between">
        <h2 className="text-body text-text-2">{t("stored")}</h2>
        <div className="-my-2 -mr-3">
          <HideBalancesButton />
        </div>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <HideableFigure value={storage.stored} currency="XAUT" />
        <span className="text-text-2">XAUT</span>
      </p>
      <p className="mt-0.5 text-text-2">
        {t.rich("worth", { amount: () => <HideableAmount value={value} currency="USDT" /> })}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-text-2">
        <span>{t("valuedAt", { price: formatPrice(bid) })}</span>
        <LiveDot lastTickAtMs={lastTickAtMs} clockOffsetMs={clockOffsetMs} stale={price?.stale} />
        {(price ?? storage).simulated ? <SimulatedPill /> : null}
      </p>
      <KeyValueRows rows={rows} className="mt-3" />
    </>
  );
}
