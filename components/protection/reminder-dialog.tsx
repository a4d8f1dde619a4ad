"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { TextLink } from "@/components/ui/text-link";
import { formatAmount } from "@/lib/platform/ui/format";
import { useTodaysResult } from "@/lib/protection/client";

export interface ReminderDialogProps {
  open: boolean;
  /** Since the visit began. */
  minutes: number;
  onClose: () => void;
}

/** What time has passed and what today has brought, without a word about what to do. */
export function ReminderDialog({ open, minutes, onClose }: ReminderDialogProps) {
  const t = useTranslations("reminder");
  const result = useTodaysResult(open);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="centre"
      title={t("title")}
      description={t("passed", { minutes })}
      footer={
        <Button wide onClick={onClose}>
          {t("close")}
        </Button>
      }
    >
      <p aria-live="polite">
        {result.data === undefined
          ? t(result.isError ? "unknown" : "loading")
          : t("result", {
              result: formatAmount(result.data, "USDT", {
                sign: true,
                exact: true,
                unmarked: true,
              }),
            })}
      </p>
      <p className="mt-3">
        <TextLink href="/security-management/limits" look="action" onClick={onClose}>
          {t("limits")}
        </TextLink>
      </p>
    </Dialog>
  );
}
