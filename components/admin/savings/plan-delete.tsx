"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { isReason, REASON_MIN } from "@/components/admin/user/reason-field";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { notify } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { useDeletePlan } from "@/lib/savings/staff-client";
import type { AdminSavingDto } from "@/lib/savings/staff-schema";

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
  const [reason, setReason] = useState("");
  const [isRefused, setRefused] = useState(false);
  const confirm = () => {
    setRefused(!isReason(reason));
    if (!isReason(reason)) return;
    remove.mutate(
      { id: plan.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          notify.success(t("done", { name: plan.name }));
        },
      },
    );
  };
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
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error) : null}
      onConfirm={confirm}
    >
      <Field
        label={t("reason")}
        error={isRefused && !isReason(reason) ? t("reasonShort", { count: REASON_MIN }) : undefined}
      >
        <TextArea
          name="reason"
          rows={2}
          maxLength={500}
          aria-required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
