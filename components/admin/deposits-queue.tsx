"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/data-list";
import { StatusPill } from "@/components/ui/pill";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { useStaffDeposits } from "@/lib/deposits/staff-client";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { DepositReview } from "./deposit-review";
import { ListFilters, SearchFilter } from "./list-filters";
import { PAYMENT_FILTERS } from "./list-names";
import { PaymentStatusFilter } from "./payment-status-filter";
import { StaffList } from "./staff-list";
import { type ListUrl, useListUrl } from "./use-list-url";
import { useReview } from "./use-review";

const PATH = "/admin/deposits";
const FILE = "deposits.csv";

/** The page of all deposits. */
export function DepositsPage({ staffId }: { staffId: string }) {
  const t = useTranslations("staff.deposits");
  const url = useListUrl(PAYMENT_FILTERS);
  return (
    <AdminPage
      title={t("title")}
      actions={<CsvButton path={PATH} query={url.query} filename={FILE} />}
    >
      <ListFilters>
        <SearchFilter url={url} label={t("search")} />
        <PaymentStatusFilter url={url} />
      </ListFilters>
      <DepositsQueue url={url} query={url.query} staffId={staffId} />
    </AdminPage>
  );
}

/** One user's deposits, as a part of their page. */
export function UserPaymentsDeposit({ staffId, userId }: { staffId: string; userId: string }) {
  const url = useListUrl(PAYMENT_FILTERS);
  const query = useMemo(() => ({ ...url.query, userId }), [url.query, userId]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <PaymentStatusFilter url={url} />
        </ListFilters>
        <CsvButton path={PATH} query={query} filename={FILE} />
      </div>
      <DepositsQueue url={url} query={query} staffId={staffId} userId={userId} />
    </div>
  );
}

function DepositsQueue({
  url,
  query,
  staffId,
  userId,
}: {
  url: ListUrl;
  query: Record<string, string>;
  staffId: string;
  userId?: string;
}) {
  const t = useTranslations("staff.deposits");
  const answer = useStaffDeposits(query);
  const review = useReview(url);
  const columns = useColumns(review.start);
  return (
    <>
      <StaffList
        answer={answer}
        rows={answer.data?.deposits}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        caption={t("title")}
        rowKey={(row) => row.id}
        columns={columns}
        onOpen={(row) => review.start(row.id)}
        card={(row) => ({
          title: row.user.username,
          amount: formatAmount(row.amount, row.currency),
          meta: `${row.currency} · ${row.network} · ${formatDateTime(row.createdAt)}`,
          status: <StatusPill status={row.status} />,
        })}
      />
      {review.id ? (
        <DepositReview
          id={review.id}
          open={review.open}
          moved={review.moved}
          staffId={staffId}
          userId={userId}
          onMove={review.move}
        />
      ) : null}
    </>
  );
}

function useColumns(onReview: (id: string) => void): DataColumn<AdminDepositDto>[] {
  const t = useTranslations("staff.deposits");
  return [
    { key: "number", header: t("number"), cell: (row) => row.number },
    {
      key: "user",
      header: t("user"),
      className: "[overflow-wrap:anywhere]",
      cell: (row) => row.user.username,
    },
    {
      key: "amount",
      header: t("amount"),
      numeric: true,
      cell: (row) => formatAmount(row.amount, row.currency),
    },
    {
      key: "asset",
      header: t("asset"),
      className: "whitespace-nowrap",
      cell: (row) => `${row.currency} · ${row.network}`,
    },
    {
      key: "createdAt",
      header: t("submittedColumn"),
      className: "whitespace-nowrap text-text-2",
      cell: (row) => formatDateTime(row.createdAt),
    },
    { key: "status", header: t("status"), cell: (row) => <StatusPill status={row.status} /> },
    {
      key: "review",
      header: t("review"),
      hiddenHeader: true,
      cell: (row) => (
        <Button
          variant="ghost"
          aria-label={t("reviewOf", { number: row.number })}
          onClick={() => onReview(row.id)}
        >
          {t("review")}
        </Button>
      ),
    },
  ];
}
