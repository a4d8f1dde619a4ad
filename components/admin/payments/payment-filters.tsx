"use client";

import { useTranslations } from "next-intl";
import { PAYMENT_FILTERS } from "@/lib/views/rules";
import { CURRENCIES, NETWORKS } from "@/lib/wallets/names";
import { AmountFilter, DayFilter, MoreFilters, SelectFilter } from "../lists/list-filters";
import type { ListUrl } from "../lists/use-list-url";
import { PaymentStatusFilter } from "./payment-status-filter";

const ALWAYS_SHOWN: readonly string[] = ["search", "status", "order"];
const MORE = PAYMENT_FILTERS.filter((name) => !ALWAYS_SHOWN.includes(name));

/** Everything that a list of payments can be narrowed by, beside the search. */
export function PaymentFilters({ url, unit }: { url: ListUrl; unit: "coin" | "usdt" }) {
  const t = useTranslations("staffDesk.filters");
  return (
    <>
      <PaymentStatusFilter url={url} />
      <SelectFilter
        url={url}
        name="order"
        label={t("order")}
        all={t("waitingFirst")}
        options={(["oldest", "newest"] as const).map((value) => ({ value, label: t(value) }))}
      />
      <MoreFilters url={url} names={MORE}>
        <SelectFilter
          url={url}
          name="currency"
          label={t("currency")}
          all={t("allCurrencies")}
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
        <SelectFilter
          url={url}
          name="network"
          label={t("network")}
          all={t("allNetworks")}
          options={NETWORKS.map((value) => ({ value, label: value }))}
        />
        <DayFilter url={url} name="from" label={t("from")} />
        <DayFilter url={url} name="to" label={t("to")} />
        <AmountFilter url={url} name="minAmount" label={t(`min.${unit}`)} />
        <AmountFilter url={url} name="maxAmount" label={t(`max.${unit}`)} />
      </MoreFilters>
    </>
  );
}
