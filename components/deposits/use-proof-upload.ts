import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type DepositReport, depositKeys, submitDeposit } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { ApiError, newIdempotencyKey } from "@/lib/platform/client/api";

export type UploadFailure = { message: string; errors: Record<string, string[]> };

type Attempt = { report: DepositReport; idempotencyKey: string };

/** Sends a deposit report with progress; can be cancelled, and retried as the same report. */
export function useProofUpload() {
  const t = useTranslations("ui");
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [deposit, setDeposit] = useState<DepositDto | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const abort = useRef<AbortController | null>(null);

  const run = async ({ report, idempotencyKey }: Attempt) => {
    const controller = new AbortController();
    abort.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const options = { idempotencyKey, onProgress: setProgress, signal: controller.signal };
      setDeposit(await submitDeposit(report, options));
      await queryClient.invalidateQueries({ queryKey: depositKeys.all });
    } catch (error) {
      if (controller.signal.aborted) return;
      setFailure(
        error instanceof ApiError
          ? { message: error.message, errors: error.errors }
          : { message: t("networkError"), errors: {} },
      );
    } finally {
      setProgress(null);
    }
  };
  return {
    progress,
    failure,
    deposit,
    send(report: DepositReport) {
      attempt.current = { report, idempotencyKey: newIdempotencyKey() };
      return run(attempt.current);
    },
    retry() {
      return attempt.current ? run(attempt.current) : undefined;
    },
    cancel: () => abort.current?.abort(),
    clearFailure: () => setFailure(null),
  };
}
