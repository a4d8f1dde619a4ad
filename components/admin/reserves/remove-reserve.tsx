"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import type { ReserveDto } from "@/lib/transparency/reserves/schema";
import { useRemoveReserve } from "@/lib/transparency/reserves/staff-client";
import { balanceOf, useReserveName } from "./reserve-columns";

export interface RemoveReserveProps {
  open: boolean;
  onClose: () => void;
  reserve: ReserveDto;
}

/** Asks before a reserve is taken off the public list. */
export function RemoveReserve({ open, onClose, reserve }: RemoveReserveProps) {
  const t = useTranslations("staffReserves.removing");
  const name = useReserveName()(reserve);
  const remove = useRemoveReserve();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("title", { reserve: name })}
      description={t("text", { amount: balanceOf(reserve) })}
      confirmLabel={t("confirm")}
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error) : null}
      onConfirm={() =>
        remove.mutate(reserve.id, {
          onSuccess: () => {
            onClose();
            showToast.success(t("done", { reserve: name }));
          },
        })
      }
    />
  );
}
