import { useQuery } from "@tanstack/react-query";
import { api, authHeaders, readResponse } from "@/lib/platform/client/api";
import { uploadForm } from "@/lib/platform/ui/upload";
import type { DepositDto } from "./schema";

/** Query keys of a user's deposits; `deposit` events invalidate all of them. */
export const depositKeys = {
  all: ["deposits"] as const,
  recent: () => ["deposits", "recent"] as const,
};

/** How many deposits the deposit page looks at. */
export const RECENT_DEPOSITS = 20;

/** The user's newest deposits, kept current by realtime events. */
export function useRecentDeposits() {
  return useQuery({
    queryKey: depositKeys.recent(),
    queryFn: async ({ signal }) =>
      (
        await api.get<{ deposits: DepositDto[] }>("/deposits/user", {
          query: { limit: RECENT_DEPOSITS },
          signal,
        })
      ).deposits,
  });
}

export type DepositReport = {
  walletId: string;
  /** The one that the person was shown. */
  address: string;
  amount: string;
  transactionHash: string;
  proof: File;
};

type UploadOptions = {
  /** One key a review: sending it again can't report a second deposit. */
  idempotencyKey: string;
  onProgress: (part: number) => void;
  signal: AbortSignal;
};

/** Reports a deposit, telling how much of the proof has been sent. Throws ApiError. */
export async function submitDeposit(
  report: DepositReport,
  { idempotencyKey, onProgress, signal }: UploadOptions,
): Promise<DepositDto> {
  const form = new FormData();
  form.set("walletId", report.walletId);
  form.set("address", report.address);
  form.set("amount", report.amount);
  if (report.transactionHash) form.set("transactionHash", report.transactionHash);
  form.set("proof", report.proof);
  const headers = authHeaders(idempotencyKey);
  const response = await uploadForm("/api/deposits", form, { headers, onProgress, signal });
  return (await readResponse<{ deposit: DepositDto }>(response, headers)).deposit;
}
