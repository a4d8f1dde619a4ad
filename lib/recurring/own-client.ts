import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import { recurringKeys } from "./client";
import type { CreateRecurringInput, RecurringList, RecurringResponse } from "./schema";

/** Every recurring buy is among them: a user has 20 at most. */
const SHOWN = 100;
const REFRESH_MS = 30_000;

/** One's recurring buys, newest first. */
export function useRecurring() {
  return useQuery({
    queryKey: recurringKeys.list(),
    queryFn: ({ signal }) =>
      api.get<RecurringList>("/recurring", { query: { limit: SHOWN }, signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Begins a recurring buy. One key a review: sending it again can't begin a second one. @throws ApiError */
export const createRecurring = (input: CreateRecurringInput, idempotencyKey: string) =>
  api.post<RecurringResponse>("/recurring", input, { idempotencyKey });

/** Pauses one, lets it go on, or ends it for good. */
export function useChangeRecurring() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: "pause" | "resume" | "delete" }) =>
      change === "delete"
        ? api.delete(`/recurring/${id}`)
        : api.patch<RecurringResponse>(`/recurring/${id}`, { paused: change === "pause" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: recurringKeys.all }),
  });
}
