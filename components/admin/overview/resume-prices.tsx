"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "@/lib/staff/client";
import { useReason } from "../editing/use-reason";

/** Ends a pause of prices, with a reason. What the exchanges show from then on counts: there is no price to enter. */
export function ResumePrices() {
  const t = useTranslations("staff.feed");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        {t("resume")}
      </Button>
      {isOpen ? <ResumeDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function ResumeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("staff.feed");
  const queryClient = useQueryClient();
  const resume = useMutation({
    mutationFn: ({ reason }: { reason: string; key: string }) =>
      api.post("/admin/market/resume", { reason }),
  });
  const asked = useReason(
    resume.mutateAsync,
    () => {
      showToast.success(t("resumed"));
      void queryClient.invalidateQueries({ queryKey: staffKeys.overview() });
      onClose();
    },
    t("reasonHint"),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("resumeTitle")}
      description={t("resumeText")}
      confirmLabel={t("resume")}
      pending={asked.pending}
      error={asked.error}
      onConfirm={asked.confirm}
    >
      {asked.field}
    </ConfirmDialog>
  );
}
