"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { TransactionIcon, useTransactionText } from "@/components/ledger/transaction-text";
import { WealthChanges } from "@/components/ledger/wealth-changes";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { RECENT_TRANSACTIONS, recentTransactionsQuery } from "@/lib/statements/client";

const TITLE_ID = "recent-activity";

/** What changed the person's wealth last. */
export function RecentActivity() {
  const formatDateTime = useDateTime();
  const t = useTranslations("home");
  const transactions = useQuery(recentTransactionsQuery);
  const { data } = transactions;
  const { eventText, reasonText } = useTransactionText();
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle
        id={TITLE_ID}
        action={
          <TextLink href="/transaction-history" look="action">
            {t("seeAll")}
          </TextLink>
        }
      >
        {t("activity")}
      </SectionTitle>
      {data === undefined ? (
        <QueryState
          query={transactions}
          label={t("activity")}
          rows={RECENT_TRANSACTIONS}
          text={t("activityFailed")}
        />
      ) : data.transactions.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("noActivity")} />
        </Card>
      ) : (
        <CardList
          caption={t("activity")}
          rows={data.transactions}
          rowKey={(row) => row.id}
          card={(row) => ({
            icon: <TransactionIcon type={row.type} />,
            title: eventText(row),
            amount: <WealthChanges amounts={row.changes} />,
            meta: formatDateTime(row.createdAt, { zone: true }),
            status: reasonText(row),
          })}
        />
      )}
    </section>
  );
}
