"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import type { TradeDto, UserTradesResponse } from "@/lib/trading/schema";
import { useTradeCard } from "./trade-card";

const SHOWN = 5;

export interface RecentTradesProps {
  list: Pick<UseQueryResult<UserTradesResponse>, "data" | "isError" | "isFetching" | "refetch">;
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
      {trades === undefined && !list.isError ? (
        <Loading label={t("ownTrades")}>
          <SkeletonRows />
        </Loading>
      ) : null}
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
      {list.isError ? (
        <ErrorState
          text={t("tradesFailed")}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      <TextLink href={href} look="action">
        {t("allTrades")}
      </TextLink>
    </section>
  );
}
