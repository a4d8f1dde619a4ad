"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { api, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";

/** What everybody practises with, as the ledger has it. */
const START = "10000";

export interface ResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before the practice balance is set back. */
export function ResetDialog({ open, onOpenChange }: ResetDialogProps) {
  const t = useTranslations("practice");
  const queryClient = useQueryClient();
  const request = useRequestKey();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const amount = formatAmount(START, "USDT");
  const show = (isOpen: boolean) => {
    setProblem(null);
    onOpenChange(isOpen);
  };
  const reset = async () => {
    setPending(true);
    try {
      const { message } = await api.post<{ message: string }>(
        "/user/practice/reset",
        {},
        { idempotencyKey: request.keyOf() },
      );
      request.settle();
      await queryClient.invalidateQueries();
      showToast.success(message);
      show(false);
    } catch (error) {
      request.settle(error);
      setProblem(messageOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={show}
      title={t("resetTitle")}
      description={t("resetText", { amount })}
      confirmLabel={t("resetConfirm", { amount })}
      confirmVariant="primary"
      pending={pending}
      error={problem}
      onConfirm={() => void reset()}
    />
  );
}
