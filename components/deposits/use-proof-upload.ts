import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type DepositReport, depositKeys, submitDeposit } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";

export type UploadFailure = {
  message: string;
  errors: Record<string, string[]>;
  /** Whether sending the same once more may help: no answer came, or the server failed. */
  canRetry: boolean;
};

/** Reports with the same content are one: after a lost answer or a late cancel it may have been recorded. */
function contentOf({ proof: { name, size, lastModified }, ...rest }: DepositReport): string {
  return JSON.stringify({ ...rest, name, size, lastModified });
}

/**
 * Sends a deposit report with progress; can be cancelled, and retried as the same report.
 * @param onDone called once it is recorded
 */
export function useProofUpload(onDone: () => void) {
  const t = useTranslations("ui");
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<UploadFailure | null>(null);
  const [deposit, setDeposit] = useState<DepositDto | null>(null);
  const request = useRequestKey();
  const attempt = useRef<DepositReport | null>(null);
  const abort = useRef<AbortController | null>(null);

  const run = async (report: DepositReport) => {
    const controller = new AbortController();
    abort.current = controller;
    setFailure(null);
    setProgress(0);
    try {
      const options = { onProgress: setProgress, signal: controller.signal };
      setDeposit(
        await request.sent(contentOf(report), (idempotencyKey) =>
          submitDeposit(report, { idempotencyKey, ...options }),
        ),
      );
      onDone();
    } catch (error) {
      if (controller.signal.aborted) return;
      setFailure(
        error instanceof ApiError
          ? {
              message: messageOf(error),
              errors: error.errors,
              canRetry:
                error.status === 0 || error.status >= 500 || error.code === "REQUEST_IN_PROGRESS",
            }
          : { message: t("networkError"), errors: {}, canRetry: true },
      );
    } finally {
      setProgress(null);
      await queryClient.invalidateQueries({ queryKey: depositKeys.all });
    }
  };
  return {
    progress,
    failure,
    deposit,
    send(report: DepositReport) {
      attempt.current = report;
      return run(report);
    },
    retry() {
      return attempt.current ? run(attempt.current) : undefined;
    },
    cancel: () => abort.current?.abort(),
    clearFailure: () => setFailure(null),
  };
}
