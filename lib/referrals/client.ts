import { useInfiniteQuery } from "@tanstack/react-query";
import { accountKeys } from "@/lib/accounts/client";
import { api } from "@/lib/platform/client/api";
import type { ReferralData } from "./schema";

/** Query key of the invitations; a part of the account's keys, so `balance` events refresh it. */
export const referralKey = [...accountKeys.all, "referrals"] as const;

export const REFERRALS_PER_PAGE = 20;

/** Code, link, totals (on every page) and the people invited, newest first. */
export function useReferrals() {
  return useInfiniteQuery({
    queryKey: referralKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<ReferralData>("/user/referral-data", {
        query: { cursor: pageParam, limit: REFERRALS_PER_PAGE },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
