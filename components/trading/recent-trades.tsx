"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import type { TradeDto, UserTradesResponse } from "@/lib/trading/schema";
import { useTradeCard } from "./trade-card";

const SHOWN = 5;

export interface RecentTradesProps {
  list: Pick<
    UseQueryResult<UserTradesResponse>,
    "data" | "isPending" | "error" | "isFetching" | "refetch"
  >;
  /** Where all of them are. */
  href: string;
  onOpen: (trade: TradeDto) => void;
}

/** The last few trades of one's own. */
export function RecentTrades({ list, href, onOpen }: RecentTradesProps) {
  const t = useTranslations("trade");
  const card = useTradeCard();
  const trades = list.data?.trades.slice(0, SHOWN);
  return (
    <section className="space-y-2">
      <SectionTitle>{t("ownTrades")}</SectionTitle>
      {trades?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("noTrades")} />
        </Card>
      ) : null}
      {trades && trades.length > 0 ? (
        <CardList
          caption={t("ownTrades")}
          rows={trades}
          rowKey={({ id }) => id}
          card={card}
          onOpen={onOpen}
        />
      ) : null}
      <QueryState query={list} label={t("ownTrades")} text={t("tradesFailed")} />
      <TextLink href={href} look="action">
        {t("allTrades")}
      </TextLink>
    </section>
  );
}
