"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { api, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";

export interface ResetDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before the practice balance is set back. */
export function ResetDialog({ open, onOpenChange }: ResetDialogProps) {
  const t = useTranslations("app.practice");
  const queryClient = useQueryClient();
  const request = useRequestKey();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
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
      description={t("resetText")}
      confirmLabel={t("resetConfirm")}
      confirmVariant="primary"
      pending={pending}
      error={problem}
      onConfirm={() => void reset()}
    />
  );
}
