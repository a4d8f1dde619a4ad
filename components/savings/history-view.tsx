"use client";

import { PiggyBank } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LoadMore } from "@/components/ui/pagination";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { useMySavings } from "@/lib/savings/client";
import type { SavingStatus } from "@/lib/savings/rules";
import type { RefundAnswer, SavingRecordDto } from "@/lib/savings/schema";
import { ProfitChart } from "./profit-chart";
import { RefundReview } from "./refund-review";
import { RefundedCard, SavingCard } from "./saving-card";
import { SavingsSummary } from "./savings-summary";

/** In the specification's order. */
const TABS: SavingStatus[] = ["active", "completed", "cancelled", "pending"];

/** One's own savings by state, with totals; live ones can be refunded. */
export function HistoryView({ initial }: { initial: SavingStatus }) {
  const t = useTranslations("savings");
  const [status, setStatus] = useState<SavingStatus>(initial);
  const [refunding, setRefunding] = useState<SavingRecordDto | null>(null);
  const [refunded, setRefunded] = useState<RefundAnswer | null>(null);
  const totals = useMySavings(status).data?.pages[0]?.totals;
  const change = (next: string) => {
    setStatus(TABS.find((tab) => tab === next) ?? "active");
    setRefunded(null);
    // Keeps the tab when the page is reloaded or linked to.
    window.history.replaceState(null, "", `/saving-history?status=${next}`);
  };
  return (
    <>
      {totals ? <SavingsSummary totals={totals} /> : null}
      {refunded ? <RefundResult refunded={refunded} /> : null}
      <Tabs
        label={t("statusTabs")}
        value={status}
        onValueChange={change}
        tabs={TABS.map((tab) => ({
          value: tab,
          label: t(`tabs.${tab}`),
          content: <SavingList status={tab} onRefund={setRefunding} />,
        }))}
      />
      <RefundReview
        record={refunding}
        onClose={() => setRefunding(null)}
        onDone={(answer) => {
          setRefunding(null);
          setRefunded(answer);
        }}
      />
    </>
  );
}

function SavingList({
  status,
  onRefund,
}: {
  status: SavingStatus;
  onRefund: (record: SavingRecordDto) => void;
}) {
  const t = useTranslations("savings");
  const list = useMySavings(status);
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
            text={t(`empty.${status}`)}
            action={<ButtonLink href="/storage?tab=savings">{t("seePlans")}</ButtonLink>}
          />
        </Card>
      ) : null}
      {records.length > 0 ? (
        <ul aria-label={t(`tabs.${status}`)} className="grid gap-3">
          {records.map((record) => (
            <li key={record.id}>
              <SavingCard
                record={record}
                action={
                  record.refundNow ? (
                    <Button variant="outline" onClick={() => onRefund(record)}>
                      {t("refund")}
                    </Button>
                  ) : null
                }
              />
            </li>
          ))}
        </ul>
      ) : null}
      {list.isError ? (
        <ErrorState
          text={t("historyFailed")}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
      <ProfitChart records={records} />
    </div>
  );
}

/** What a refund paid; takes the focus, as the card that it was asked from is gone. */
function RefundResult({ refunded }: { refunded: RefundAnswer }) {
  const box = useRef<HTMLHeadingElement>(null);
  useEffect(() => box.current?.focus(), []);
  return <RefundedCard refunded={refunded} headingRef={box} />;
}
