"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { useChooseRenewal } from "@/lib/savings/client";
import { percentOfShare } from "@/lib/savings/percent-rules";
import type { SavingRecordDto } from "@/lib/savings/schema";
import { type RenewalDraft, RenewalFields, renewalOf } from "./renewal-fields";

/** Changes what a fixed saving does when it matures. */
export function RenewalDialog({
  record,
  onClose,
}: {
  record: SavingRecordDto;
  onClose: () => void;
}) {
  const t = useTranslations("savings.renewal");
  const choose = useChooseRenewal();
  const [isTried, setTried] = useState(false);
  const [draft, setDraft] = useState<RenewalDraft>({
    autoRenew: record.autoRenew,
    minRate: percentOfShare(record.minDailyRate ?? record.dailyRate),
  });
  const save = () => {
    setTried(true);
    const input = renewalOf(draft);
    if (input === null) return;
    const onSuccess = () => {
      showToast.success(t("saved"));
      onClose();
    };
    choose.mutate({ id: record.id, ...input }, { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement="sheet"
      title={t("title", { name: record.name })}
      locked={choose.isPending}
      footer={
        <Button wide pending={choose.isPending} onClick={save}>
          {t("save")}
        </Button>
      }
    >
      <RenewalFields
        draft={draft}
        isTried={isTried}
        onChange={(next) => setDraft((now) => ({ ...now, ...next }))}
      />
      <InlineError>{choose.error ? messageOf(choose.error) : null}</InlineError>
    </Dialog>
  );
}
