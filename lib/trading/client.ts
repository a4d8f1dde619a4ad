import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { Receipt } from "./receipt-schema";
import type { TradeType } from "./rules";
import type {
  PositionDto,
  TradeDto,
  TradeSettings,
  TradeSettingsResponse,
  TradeStatus,
  UserTradesResponse,
} from "./schema";

/** What the record shows; days are `YYYY-MM-DD`, UTC, both included. */
export type TradeQuery = {
  type?: TradeDto["type"];
  status?: TradeStatus;
  from?: string;
  to?: string;
};

/** Query keys of trading; `trade` events refresh all of them. */
export const tradingKeys = {
  all: ["trading"] as const,
  settings: () => ["trading", "settings"] as const,
  recent: (type: TradeType) => ["trading", "recent", type] as const,
  position: () => ["trading", "position"] as const,
  page: ({ type, status, from, to }: TradeQuery, cursor: string | undefined) =>
    [
      "trading",
      "page",
      {
        type: type ?? null,
        status: status ?? null,
        from: from ?? null,
        to: to ?? null,
        cursor: cursor ?? null,
      },
    ] as const,
  ownRecord: ({ type, status, from, to }: TradeQuery) =>
    ["trading", "own-record", type ?? null, status ?? null, from ?? null, to ?? null] as const,
  receipt: (id: string) => ["trading", "receipt", id] as const,
};

export const TRADES_PER_PAGE = 20;
/** As many as a user may make a day by default, so that every open option is among them: the API's most. */
export const RECENT_TRADES = 100;

/** What the user may trade, fresh from the server. */
export const fetchTradeSettings = async (signal?: AbortSignal): Promise<TradeSettings> =>
  (await api.get<TradeSettingsResponse>("/trades/trade-settings", { signal })).settings;

/** What the user may trade. */
export function useTradeSettings() {
  return useQuery({
    queryKey: tradingKeys.settings(),
    queryFn: ({ signal }) => fetchTradeSettings(signal),
    refetchInterval: 60_000,
  });
}

/** Whether a trade is about to change by the server's hand: it waits for its price, its entry or its result. */
function isMoving(trade: TradeDto, serverNowMs: number): boolean {
  if (trade.status === "pending") return true;
  if (trade.status !== "open") return false;
  return trade.expiresAt === null || Date.parse(trade.expiresAt) <= serverNowMs;
}

const MOVING_REFRESH_MS = 1_000;
const POLL_MS = 5_000;
const IDLE_REFRESH_MS = 30_000;

/**
 * The user's newest trades of a type. Refreshed by `trade` events; asked for every second while one
 * waits for its entry or its result.
 */
export function useRecentTrades(
  type: TradeType,
  { poll, clockOffsetMs }: { poll: boolean; clockOffsetMs: number | null },
) {
  return useQuery({
    queryKey: tradingKeys.recent(type),
    queryFn: ({ signal }) =>
      api.get<UserTradesResponse>("/trades/user", {
        query: { type, limit: RECENT_TRADES },
        signal,
      }),
    refetchInterval: ({ state }) => {
      const now = Date.now() + (clockOffsetMs ?? 0);
      if (state.data?.trades.some((trade) => isMoving(trade, now))) return MOVING_REFRESH_MS;
      return poll ? POLL_MS : IDLE_REFRESH_MS;
    },
    staleTime: 1_000,
  });
}

/** One page of the user's trades, newest first. */
export function useTrades(query: TradeQuery, cursor: string | undefined) {
  return useQuery({
    queryKey: tradingKeys.page(query, cursor),
    queryFn: ({ signal }) =>
      api.get<UserTradesResponse>("/trades/user", {
        query: { ...query, cursor, limit: TRADES_PER_PAGE },
        signal,
      }),
    refetchInterval: IDLE_REFRESH_MS,
  });
}

/** XAUT that was bought and not sold yet, refreshed by `trade` events. */
export function usePosition() {
  return useQuery({
    queryKey: tradingKeys.position(),
    queryFn: async ({ signal }) =>
      (await api.get<{ position: PositionDto }>("/trades/position", { signal })).position,
    refetchInterval: IDLE_REFRESH_MS,
  });
}

/** The recorded prices and the arithmetic of a trade. */
export function useReceipt(tradeId: string) {
  return useQuery({
    queryKey: tradingKeys.receipt(tradeId),
    queryFn: async ({ signal }) =>
      (await api.get<{ receipt: Receipt }>(`/trades/${tradeId}/receipt`, { signal })).receipt,
  });
}

/** Records that the user accepts the risks of options. @throws ApiError */
export const acceptOptionRisk = () => api.post("/user/accept-risk", { product: "option" });

/** Shows a new trade at once, before anything is fetched again. */
export function addTrade(queryClient: QueryClient, trade: TradeDto): void {
  queryClient.setQueryData<UserTradesResponse>(tradingKeys.recent(trade.type), (old) =>
    old?.trades.every(({ id }) => id !== trade.id)
      ? { ...old, trades: [trade, ...old.trades] }
      : old,
  );
  void queryClient.invalidateQueries({ queryKey: tradingKeys.all });
}
