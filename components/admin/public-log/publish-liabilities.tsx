"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { usePublishLiabilities } from "@/lib/public-log/client";

export type PublishLiabilitiesProps = { open: boolean; onClose: () => void };

/** Asks before what customers are owed is published beside the tree of the day. */
export function PublishLiabilities({ open, onClose }: PublishLiabilitiesProps) {
  const t = useTranslations("staffPublicLog");
  const publish = usePublishLiabilities();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t("publishTitle")}
      description={t("publishText")}
      confirmLabel={t("publishConfirm")}
      confirmVariant="primary"
      pending={publish.isPending}
      error={publish.error ? messageOf(publish.error) : null}
      onConfirm={() =>
        publish.mutate(undefined, {
          onSuccess: () => {
            onClose();
            showToast.success(t("publishing"));
          },
        })
      }
    />
  );
}
