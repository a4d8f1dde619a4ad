"use client";

import { useQueryClient } from "@tanstack/react-query";
import { PiggyBank } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { LoadMore } from "@/components/ui/pagination";
import { Tabs } from "@/components/ui/tabs";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { savingKeys, useMySavings } from "@/lib/savings/client";
import type { SavingStatus } from "@/lib/savings/rules";
import type { RefundResponse, SavingRecordDto } from "@/lib/savings/schema";
import { ProfitChart } from "./profit-chart";
import { RenewalButton } from "./renewal-button";
import { RefundedCard, SavingCard } from "./saving-card";
import { SavingsSummary } from "./savings-summary";
import { useNextMidnight } from "./use-next-midnight";

const RefundReview = lazyDialog(() =>
  import("./refund-review").then((module) => module.RefundReview),
);

/** The states in the specification's order, after all of them. */
const TABS = ["all", "active", "completed", "cancelled", "pending"] as const;
type Tab = (typeof TABS)[number];

const statusOf = (tab: Tab): SavingStatus | undefined => (tab === "all" ? undefined : tab);

/** Fetches savings again at 00:00 UTC: what a refund returns is another amount from then on. */
function useFetchedDaily(nextMidnight: Date): void {
  const queryClient = useQueryClient();
  const midnightMs = nextMidnight.getTime();
  const knownMs = useRef(midnightMs);
  useEffect(() => {
    if (midnightMs === knownMs.current) return;
    knownMs.current = midnightMs;
    void queryClient.invalidateQueries({ queryKey: savingKeys.all });
  }, [midnightMs, queryClient]);
}

export interface HistoryViewProps {
  initial: SavingStatus | undefined;
  /** What time it was on the server when the page was made. */
  serverNow: string;
}

/** One's own savings, all or by state, with totals; live ones can be refunded. */
export function HistoryView({ initial, serverNow }: HistoryViewProps) {
  const t = useTranslations("savings");
  const [tab, setTab] = useState<Tab>(initial ?? "all");
  // As its refund was last agreed to; what it returns now is in the list.
  const [refunding, setRefunding] = useState<SavingRecordDto | null>(null);
  const [refunded, setRefunded] = useState<RefundResponse | null>(null);
  const request = useRequestKey();
  const nextMidnight = useNextMidnight(serverNow);
  useFetchedDaily(nextMidnight);
  const pages = useMySavings(statusOf(tab)).data?.pages;
  const totals = pages?.[0]?.totals;
  const live = pages
    ?.flatMap(({ records }) => records)
    .find(({ id, refundNow }) => id === refunding?.id && refundNow !== null);
  const change = (next: string) => {
    const found = TABS.find((one) => one === next) ?? "all";
    const status = statusOf(found);
    setTab(found);
    setRefunded(null);
    // Keeps the tab when the page is reloaded or linked to.
    window.history.replaceState(null, "", `/saving-history${status ? `?status=${status}` : ""}`);
  };
  return (
    <>
      {totals ? <SavingsSummary totals={totals} /> : null}
      {refunded ? <RefundedCard key={refunded.record.id} refunded={refunded} /> : null}
      <Tabs
        label={t("statusTabs")}
        value={tab}
        onValueChange={change}
        tabs={TABS.map((one) => ({
          value: one,
          label: t(`tabs.${one}`),
          content: (
            <SavingList tab={one} refundedId={refunded?.record.id} onRefund={setRefunding} />
          ),
        }))}
      />
      {refunding ? (
        <RefundReview
          // One that has ended meanwhile stays in sight: the answer says what became of it.
          record={live ?? refunding}
          seen={refunding}
          request={request}
          nextMidnight={nextMidnight}
          onSeen={setRefunding}
          onClose={() => setRefunding(null)}
          onDone={(answer) => {
            setRefunding(null);
            setRefunded(answer);
          }}
        />
      ) : null}
    </>
  );
}

interface SavingListProps {
  tab: Tab;
  /** What was just refunded: until the list is fetched again, it does not know that. */
  refundedId: string | undefined;
  onRefund: (record: SavingRecordDto) => void;
}

function SavingList({ tab, refundedId, onRefund }: SavingListProps) {
  const t = useTranslations("savings");
  const list = useMySavings(statusOf(tab));
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  if (list.isPending) {
    return (
      <Loading label={t("historyTitle")}>
        <SkeletonRows count={4} />
      </Loading>
    );
  }
  return (
    <div className="space-y-3">
      {list.data && records.length === 0 ? (
        <Card padding="none">
          <EmptyState
            icon={PiggyBank}
            text={t(`empty.${tab}`)}
            action={<ButtonLink href="/storage?tab=savings">{t("seePlans")}</ButtonLink>}
          />
        </Card>
      ) : null}
      {records.length > 0 ? (
        <ul aria-label={t(`tabs.${tab}`)} className="grid gap-3">
          {records.map((record) => (
            <li key={record.id}>
              <SavingCard
                record={record}
                action={
                  record.refundNow && record.id !== refundedId ? (
                    <>
                      <Button variant="outline" onClick={() => onRefund(record)}>
                        {t("refund")}
                      </Button>
                      <RenewalButton record={record} />
                    </>
                  ) : null
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      <QueryError query={list} text={t("historyFailed")} />
      <LoadMore query={list} />
      <ProfitChart records={records} />
    </div>
  );
}
