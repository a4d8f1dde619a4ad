"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useDeletePlan } from "@/lib/savings/staff-client";
import type { AdminSavingDto } from "@/lib/savings/staff-schema";
import { useReason } from "../editing/use-reason";

/** Asks before a plan is deleted: its name typed, and a reason. */
export function PlanDelete({
  plan,
  open,
  onClose,
}: {
  plan: AdminSavingDto;
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staffSavings.delete");
  const remove = useDeletePlan();
  const asked = useReason(
    ({ reason }) => remove.mutateAsync({ id: plan.id, reason }),
    () => {
      onClose();
      showToast.success(t("done", { name: plan.name }));
    },
  );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("title", { name: plan.name })}
      description={t("text")}
      confirmLabel={t("confirm")}
      typeToConfirm={plan.name}
      pending={asked.pending}
      error={asked.error}
      onConfirm={asked.confirm}
    >
      {asked.field}
    </ConfirmDialog>
  );
}
