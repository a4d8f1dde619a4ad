/** Strategy runs: what is asked of them, and what a person decides. Apart from what every page needs. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { ApiError, api } from "@/lib/platform/client/api";
import { rememberLog } from "@/lib/transparency/witnesses/seen-client";
import { type AiOrder, aiKeys, RUNS_PER_PAGE, SETUPS_SHOWN } from "./client";
import type {
  AcceptSetupResponse,
  Backtest,
  RunDetail,
  RunList,
  RunResponse,
  SetupDto,
  SetupList,
  StartRunResponse,
} from "./schema";

const TOO_MANY = 429;
/** Often enough that the price of the values never counts as delayed, which it does from 10 s on. */
const VALUES_REFRESH_MS = 5_000;
const DETAIL_REFRESH_MS = 15_000;
const IDLE_REFRESH_MS = 60_000;

/** One's strategy runs, all live ones on the first page, valued at the newest price. */
export function useRuns() {
  return useInfiniteQuery({
    queryKey: aiKeys.runs(),
    queryFn: ({ pageParam, signal }) =>
      api.get<RunList>("/trades/ai/runs", {
        query: { limit: RUNS_PER_PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) => runs.some(({ status }) => status !== "stopped"))
        ? VALUES_REFRESH_MS
        : IDLE_REFRESH_MS,
  });
}

/** One run with its signals and fills. */
export function useRunDetail(id: string) {
  return useQuery({
    queryKey: aiKeys.run(id),
    queryFn: ({ signal }) => api.get<RunDetail>(`/trades/ai/runs/${id}`, { signal }),
    refetchInterval: DETAIL_REFRESH_MS,
  });
}

/** Proposals that wait for an answer. */
export function useProposals() {
  return useQuery({
    queryKey: aiKeys.setups(),
    queryFn: ({ signal }) =>
      api.get<SetupList>("/trades/setups", {
        query: { limit: SETUPS_SHOWN, status: "proposed" },
        signal,
      }),
    refetchInterval: IDLE_REFRESH_MS,
  });
}

/** Whether time changes nothing about a failure. */
const isFinal = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status >= 400 &&
  failure.status < 500 &&
  failure.status !== TOO_MANY;

/** How an order would have done on recorded prices; null asks nothing. */
export function useBacktest(order: AiOrder | null) {
  return useQuery({
    queryKey: aiKeys.backtest(order),
    queryFn: async ({ signal }) =>
      (await api.post<{ backtest: Backtest }>("/trades/ai/backtest", order, { signal })).backtest,
    // A resync fetches again what has failed, which no refusal is worth.
    enabled: ({ state }) => order !== null && !isFinal(state.error),
    placeholderData: keepPreviousData,
    // Worked out anew only when it is asked for: a resync would post it again and could end in an error.
    staleTime: "static",
    retry: false,
  });
}

/** Has a test made anew that was made before, with its refusals, unless it is younger than `olderThanMs`. */
export function useAnewBacktest() {
  const queryClient = useQueryClient();
  return (order: AiOrder, olderThanMs = 0) => {
    const queryKey = aiKeys.backtest(order);
    const madeAtMs = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    if (madeAtMs !== undefined && Date.now() - madeAtMs >= olderThanMs) {
      void queryClient.resetQueries({ queryKey });
    }
  };
}

/** Records that the user accepts the risks of strategies. @throws ApiError */
export const acceptAiRisk = () => api.post("/user/accept-risk", { product: "ai" });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: aiKeys.all });
    void queryClient.invalidateQueries({ queryKey: accountKeys.all });
  };
}

type Keyed<T> = T & { idempotencyKey: string };

/** Starts a run. One key a review: sending it again can't start a second one. */
export function useStartRun() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...order }: Keyed<AiOrder>) =>
      api
        .post<StartRunResponse>("/trades", { type: "ai", ...order }, { idempotencyKey })
        .then(rememberLog),
    // What may have been started shows among the runs.
    onSettled: refresh,
  });
}

/** Stops a run. Stopping again changes nothing. */
export function useStopRun() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: Keyed<{ id: string }>) =>
      api.post<RunResponse>(`/trades/ai/runs/${id}/stop`, {}, { idempotencyKey }),
    onSettled: refresh,
  });
}

/** Accepts a proposal as it was shown, or declines it. */
export function useDecideProposal() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ setup, accept, idempotencyKey }: Keyed<{ setup: SetupDto; accept: boolean }>) =>
      accept
        ? api
            .post<AcceptSetupResponse>(
              `/trades/setups/${setup.id}/accept`,
              { updatedAt: setup.updatedAt },
              { idempotencyKey },
            )
            .then(rememberLog)
        : api.post<{ setup: SetupDto }>(
            `/trades/setups/${setup.id}/decline`,
            {},
            { idempotencyKey },
          ),
    onSettled: refresh,
  });
}
