"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useLeaveGuard } from "./use-leave-guard";

export interface LeaveQuestionProps {
  isUnsaved: boolean;
  /** Drops what is unsaved, right before the page is left. */
  onDiscard: () => void;
}

/** Asks before somebody leaves a page with something unsaved on it. */
export function LeaveQuestion({ isUnsaved, onDiscard }: LeaveQuestionProps) {
  const t = useTranslations("staff.unsaved");
  const guard = useLeaveGuard(isUnsaved);
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={(open) => !open && guard.stay()}
      title={t("leaveTitle")}
      description={t("leaveText")}
      confirmLabel={t("leave")}
      onConfirm={() => {
        onDiscard();
        guard.leave();
      }}
    />
  );
}
