"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ComponentType, type RefObject, useMemo, useRef } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Age } from "@/components/ui/time/age";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { PAYMENT_FILTERS } from "@/lib/views/rules";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { ListFilters, SearchFilter } from "../lists/list-filters";
import { QueueEnd } from "../lists/queue-end";
import { SavedViews } from "../lists/saved-views";
import { type ListUrl, useListUrl } from "../lists/use-list-url";
import { ShortcutHelp } from "../panel/shortcut-help";
import { useMay } from "../panel/staff-rights";
import { StaffList, type StaffListProps } from "../staff/staff-list";
import { PaymentFilters } from "./payment-filters";
import type { PaymentReviewProps } from "./payment-review";
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
  list: "deposits" | "withdrawals";
  texts: "staff.deposits" | "staff.withdrawals";
  usePage: (query: Record<string, string>) => Page<Row>;
  /** What the amount filters count in. */
  unit: "coin" | "usdt";
  amount: (row: Row) => string;
  /** What it is worth in USDT, where its amount does not say that; null where nobody knows. */
  usdtOf?: (row: Row) => string | null;
  /** The coin, or how much of it is sent. */
  asset?: (row: Row) => string;
  Review: ComponentType<PaymentReviewProps>;
  /** What can be done with several rows at once. */
  Bulk?: ComponentType<{ rows: readonly Row[]; staffId: string }>;
  /** What else stands beside the title. */
  Actions?: ComponentType;
}

type Props<Row extends Payment> = { kind: PaymentKind<Row>; staffId: string };

/** A file names whole addresses and hashes, which not everybody on this page may see. */
function PaymentsFile(props: ComponentProps<typeof CsvButton>) {
  return useMay("proofs.read") ? <CsvButton {...props} /> : null;
}

/** The page of all payments of a kind. */
export function PaymentsPage<Row extends Payment>({ kind, staffId }: Props<Row>) {
  const t = useTranslations(kind.texts);
  const url = useListUrl(PAYMENT_FILTERS);
  const { query } = url;
  return (
    <AdminPage
      title={t("title")}
      actions={
        <>
          <ShortcutHelp hasProof={kind.unit === "coin"} />
          {kind.Actions ? <kind.Actions /> : null}
          <PaymentsFile path={kind.path} query={query} />
        </>
      }
    >
      <ListFilters>
        <SearchFilter url={url} label={t("search")} />
        <PaymentFilters url={url} unit={kind.unit} />
        <SavedViews url={url} list={kind.list} />
      </ListFilters>
      <PaymentsQueue kind={kind} url={url} query={query} staffId={staffId} />
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
          <PaymentFilters url={url} unit={kind.unit} />
        </ListFilters>
        <PaymentsFile path={kind.path} query={query} />
      </div>
      <PaymentsQueue kind={kind} url={url} query={query} staffId={staffId} />
    </div>
  );
}

function PaymentsQueue<Row extends Payment>({
  kind,
  url,
  query,
  staffId,
}: Props<Row> & { url: ListUrl; query: Record<string, string> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations(kind.texts);
  const answer = kind.usePage(query);
  const review = useReview(url);
  const columns = useColumns(kind, url, review.start);
  const list = useRef<HTMLDivElement>(null);
  useRowShortcuts(list);
  const ids = answer.data?.rows.map(({ id }) => id) ?? [];
  const at = review.id === null ? -1 : ids.indexOf(review.id);
  return (
    <div ref={list}>
      <StaffList
        answer={answer}
        rows={answer.data?.rows}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        above={
          <>
            {review.ended ? <QueueEnd isFiltered={url.isFiltered} /> : null}
            {kind.Bulk ? <kind.Bulk rows={answer.data?.rows ?? []} staffId={staffId} /> : null}
          </>
        }
        emptyText={t("empty")}
        caption={t("title")}
        tableFrom={960}
        rowKey={(row) => row.id}
        columns={columns}
        onOpen={(row) => review.start(row.id)}
        card={(row) => ({
          title: row.user.username,
          amount: kind.amount(row),
          meta: `${kind.asset?.(row) ?? row.currency} · ${row.network} · ${formatDateTime(row.createdAt, { zone: true })}`,
          status: <StatusPill status={row.status} />,
        })}
      />
      {review.id ? (
        <kind.Review
          id={review.id}
          open={review.open}
          moved={review.moved}
          staffId={staffId}
          filters={query}
          previousId={ids[at - 1]}
          nextId={at < 0 ? undefined : ids[at + 1]}
          onMove={review.move}
        />
      ) : null}
    </div>
  );
}

/** j and k go from row to row, / to the search. */
function useRowShortcuts(list: RefObject<HTMLElement | null>) {
  const step = (by: 1 | -1) => () => {
    const all = list.current?.querySelectorAll<HTMLElement>("[data-review]") ?? [];
    const shown = [...all].filter((button) => button.offsetParent !== null);
    const now = shown.indexOf(document.activeElement as HTMLElement);
    const next = now < 0 ? (by === 1 ? 0 : shown.length - 1) : now + by;
    shown[next]?.focus();
  };
  useShortcuts("page", {
    j: step(1),
    k: step(-1),
    "/": () => document.querySelector<HTMLElement>("search input[type='search']")?.focus(),
  });
}

const isWaiting = ({ status }: Payment) => status === "pending" || status === "processing";

/** From what waits first to the oldest, the newest, and back. */
function sortByNumber(url: ListUrl): DataColumn<never>["sort"] {
  const { order } = url.filters;
  if (order === "oldest") return { direction: "ascending", href: url.hrefOf({ order: "newest" }) };
  if (order === "newest") return { direction: "descending", href: url.hrefOf({ order: null }) };
  return { direction: null, href: url.hrefOf({ order: "oldest" }) };
}

function useColumns<Row extends Payment>(
  kind: PaymentKind<Row>,
  url: ListUrl,
  onReview: (id: string) => void,
): DataColumn<Row>[] {
  const t = useTranslations(kind.texts);
  const desk = useTranslations("staffDesk");
  const { usdtOf } = kind;
  return [
    {
      key: "number",
      header: t("number"),
      sort: sortByNumber(url),
      cell: (row) => row.number,
    },
    {
      key: "user",
      header: t("user"),
      className: "min-w-36 [overflow-wrap:anywhere]",
      cell: (row) => row.user.username,
    },
    { key: "amount", header: t("amount"), numeric: true, cell: kind.amount },
    ...(usdtOf
      ? [
          {
            key: "value",
            header: desk("value"),
            numeric: true,
            cell: (row: Row) => formatAmount(usdtOf(row), "USDT", { unit: false }),
          },
        ]
      : []),
    {
      key: "asset",
      header: t("asset"),
      className: "whitespace-nowrap",
      cell: (row) => `${kind.asset?.(row) ?? row.currency} · ${row.network}`,
    },
    { key: "submittedColumn", header: t("submittedColumn"), at: (row) => row.createdAt },
    {
      key: "age",
      header: desk("age"),
      className: "whitespace-nowrap",
      cell: (row) => (isWaiting(row) ? <Age at={row.createdAt} /> : null),
    },
    { key: "status", header: t("status"), cell: (row) => <StatusPill status={row.status} /> },
    {
      key: "review",
      header: t("review"),
      hiddenHeader: true,
      cell: (row) => (
        <Button
          variant="ghost"
          data-review=""
          aria-label={t("reviewOf", { number: row.number })}
          onClick={() => onReview(row.id)}
        >
          {t("review")}
        </Button>
      ),
    },
  ];
}
