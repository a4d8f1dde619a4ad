import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { depositKeys } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { api } from "@/lib/platform/client/api";
import { type PaymentStatus, WAITING_STATUSES } from "@/lib/wallets/payment-status";
import { mergeLists } from "@/lib/wallets/record-rules";
import { withdrawalKeys } from "./client";
import type { RecordFilter, RecordKind, RecordStatus } from "./record-rules";
import type { RecordTotals } from "./record-totals-schema";
import type { WithdrawalDto } from "./schema";

/** A deposit or a withdrawal in one list. */
export type PaymentRecord =
  | { kind: "deposit"; payment: DepositDto }
  | { kind: "withdrawal"; payment: WithdrawalDto };

/** What a record's amount is in. */
export const amountCurrencyOf = ({ kind, payment }: PaymentRecord): string =>
  kind === "deposit" ? payment.currency : payment.amountCurrency;

export const RECORDS_PER_PAGE = 20;

const FINISHED: PaymentStatus[] = ["completed", "failed", "cancelled", "reversed"];

/** The statuses of the finished records that a filter lets through. */
export function finishedStatuses(status: RecordStatus | undefined): PaymentStatus[] {
  if (status === undefined) return FINISHED;
  return status === "waiting" ? [] : [status];
}

/** Query keys of the lists; part of the domains' own keys, which live events refresh. */
export const recordKeys = {
  deposit: (statuses: readonly PaymentStatus[]) =>
    [...depositKeys.all, "records", statuses.join()] as const,
  withdrawal: (statuses: readonly PaymentStatus[]) =>
    [...withdrawalKeys.all, "records", statuses.join()] as const,
};

type Page = { rows: PaymentRecord[]; nextCursor: string | null };

/** A page of the API's answer as records. */
export const depositPage = (answer: {
  deposits: DepositDto[];
  nextCursor: string | null;
}): Page => ({
  rows: answer.deposits.map((payment) => ({ kind: "deposit", payment })),
  nextCursor: answer.nextCursor,
});
/** A page of the API's answer as records. */
export const withdrawalPage = (answer: {
  withdrawals: WithdrawalDto[];
  nextCursor: string | null;
}): Page => ({
  rows: answer.withdrawals.map((payment) => ({ kind: "withdrawal", payment })),
  nextCursor: answer.nextCursor,
});

function useList(kind: RecordKind, statuses: readonly PaymentStatus[], enabled: boolean) {
  return useInfiniteQuery({
    queryKey: recordKeys[kind](statuses),
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const options = {
        query: { status: statuses.join(), cursor: pageParam, limit: RECORDS_PER_PAGE },
        signal,
      };
      return kind === "deposit"
        ? depositPage(await api.get("/deposits/user", options))
        : withdrawalPage(await api.get("/withdrawals", options));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
  });
}

/** Deposits and withdrawals in one order, newest first, read on demand. */
function useRecordList(kind: RecordKind | undefined, statuses: readonly PaymentStatus[]) {
  const wanted = (each: RecordKind) => statuses.length > 0 && (kind === undefined || kind === each);
  const lists = [
    useList("deposit", statuses, wanted("deposit")),
    useList("withdrawal", statuses, wanted("withdrawal")),
  ].filter((_, index) => wanted(index === 0 ? "deposit" : "withdrawal"));
  const { rows, readOn } = mergeLists(
    lists.map((list) => ({
      rows: list.data?.pages.flatMap((page) => page.rows) ?? [],
      hasMore: list.hasNextPage,
    })),
    ({ payment }) => payment.createdAt,
  );
  return {
    rows,
    isPending: lists.some((list) => list.isPending),
    failed: lists.filter((list) => list.isError),
    isFetching: lists.some((list) => list.isFetching),
    isFetchingNextPage: lists.some((list) => list.isFetchingNextPage),
    hasNextPage: readOn.length > 0,
    fetchNextPage: () => {
      for (const index of readOn) void lists[index]?.fetchNextPage();
    },
  };
}

/** The records of a filter: those that wait, and those that are finished. */
export function useRecords({ kind, status }: RecordFilter) {
  const shows = status === undefined || status === "waiting";
  return {
    waiting: useRecordList(kind, shows ? WAITING_STATUSES : []),
    finished: useRecordList(kind, finishedStatuses(status)),
  };
}

/** What the finished records of a filter came to. */
export function useRecordTotals(filter: RecordFilter) {
  return useQuery({
    queryKey: withdrawalKeys.recordTotals(filter),
    queryFn: ({ signal }) =>
      api.get<RecordTotals>("/user/payments/totals", { query: filter, signal }),
    staleTime: 30_000,
  });
}
