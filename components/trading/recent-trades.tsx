"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { DenseList } from "@/components/ui/display/dense-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import { useZoneName } from "@/components/ui/time/use-date-time";
import { useDesk } from "@/components/ui/use-media";
import type { TradeDto, UserTradesResponse } from "@/lib/trading/schema";
import { useTradeCard } from "./trade-card";
import { useTradeRow } from "./trade-row";

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
  const isDesk = useDesk();
  const zone = useZoneName();
  const isAllSimulated = trades?.every(({ simulated }) => simulated) ?? false;
  const row = useTradeRow(!isAllSimulated);
  const shared = {
    caption: t("ownTrades"),
    rows: trades ?? [],
    rowKey: ({ id }: TradeDto) => id,
    onOpen,
  };
  // What is the same for each line is said once.
  const about = [zone, isAllSimulated ? t("simulatedPrices") : ""].filter(Boolean).join(" · ");
  return (
    <section className="space-y-2">
      <SectionTitle
        action={
          isDesk && trades && trades.length > 0 ? (
            <span className="text-caption text-text-2">{about}</span>
          ) : null
        }
      >
        {t("ownTrades")}
      </SectionTitle>
      {trades?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("noTrades")} />
        </Card>
      ) : null}
      {trades && trades.length > 0 ? (
        isDesk ? (
          <DenseList {...shared} row={row} />
        ) : (
          <CardList {...shared} card={card} />
        )
      ) : null}
      <QueryState query={list} label={t("ownTrades")} text={t("tradesFailed")} />
      <TextLink href={href} look="action">
        {t("allTrades")}
      </TextLink>
    </section>
  );
}
