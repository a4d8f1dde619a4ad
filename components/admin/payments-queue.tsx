"use client";

import { useTranslations } from "next-intl";
import { type ComponentType, useMemo } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/data-list";
import { StatusPill } from "@/components/ui/pill";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { PaymentStatus } from "@/lib/wallets/payment-schema";
import { ListFilters, SearchFilter } from "./list-filters";
import { PAYMENT_FILTERS } from "./list-names";
import type { PaymentReviewProps } from "./payment-review";
import { PaymentStatusFilter } from "./payment-status-filter";
import { StaffList, type StaffListProps } from "./staff-list";
import { type ListUrl, useListUrl } from "./use-list-url";
import { useReview } from "./use-review";

type Payment = {
  id: string;
  number: string;
  user: { username: string };
  currency: string;
  network: string;
  status: PaymentStatus;
  createdAt: string;
};

type Page<Row> = StaffListProps<Row>["answer"] & {
  data: { rows: Row[]; nextCursor: string | null } | undefined;
};

/** What differs between the queues of deposits and of withdrawals. */
export interface PaymentKind<Row extends Payment> {
  path: string;
  /** Name of the CSV download. */
  file: string;
  texts: "staff.deposits" | "staff.withdrawals";
  usePage: (query: Record<string, string>) => Page<Row>;
  amount: (row: Row) => string;
  Review: ComponentType<PaymentReviewProps>;
}

type Props<Row extends Payment> = { kind: PaymentKind<Row>; staffId: string };

/** The page of all payments of a kind. */
export function PaymentsPage<Row extends Payment>({ kind, staffId }: Props<Row>) {
  const t = useTranslations(kind.texts);
  const url = useListUrl(PAYMENT_FILTERS);
  return (
    <AdminPage
      title={t("title")}
      actions={<CsvButton path={kind.path} query={url.query} filename={kind.file} />}
    >
      <ListFilters>
        <SearchFilter url={url} label={t("search")} />
        <PaymentStatusFilter url={url} />
      </ListFilters>
      <PaymentsQueue kind={kind} url={url} query={url.query} staffId={staffId} />
    </AdminPage>
  );
}

/** One user's payments of a kind, as a part of their page. */
export function UserPayments<Row extends Payment>({
  kind,
  staffId,
  userId,
}: Props<Row> & { userId: string }) {
  const url = useListUrl(PAYMENT_FILTERS);
  const query = useMemo(() => ({ ...url.query, userId }), [url.query, userId]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <PaymentStatusFilter url={url} />
        </ListFilters>
        <CsvButton path={kind.path} query={query} filename={kind.file} />
      </div>
      <PaymentsQueue kind={kind} url={url} query={query} staffId={staffId} userId={userId} />
    </div>
  );
}

function PaymentsQueue<Row extends Payment>({
  kind,
  url,
  query,
  staffId,
  userId,
}: Props<Row> & { url: ListUrl; query: Record<string, string>; userId?: string }) {
  const t = useTranslations(kind.texts);
  const answer = kind.usePage(query);
  const review = useReview(url);
  const columns = useColumns(kind, review.start);
  return (
    <>
      <StaffList
        answer={answer}
        rows={answer.data?.rows}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        caption={t("title")}
        rowKey={(row) => row.id}
        columns={columns}
        onOpen={(row) => review.start(row.id)}
        card={(row) => ({
          title: row.user.username,
          amount: kind.amount(row),
          meta: `${row.currency} · ${row.network} · ${formatDateTime(row.createdAt)}`,
          status: <StatusPill status={row.status} />,
        })}
      />
      {review.id ? (
        <kind.Review
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

function useColumns<Row extends Payment>(
  kind: PaymentKind<Row>,
  onReview: (id: string) => void,
): DataColumn<Row>[] {
  const t = useTranslations(kind.texts);
  return [
    { key: "number", header: t("number"), cell: (row) => row.number },
    {
      key: "user",
      header: t("user"),
      className: "[overflow-wrap:anywhere]",
      cell: (row) => row.user.username,
    },
    { key: "amount", header: t("amount"), numeric: true, cell: kind.amount },
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
