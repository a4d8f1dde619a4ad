"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { saveBlob } from "@/lib/platform/client/download";

/** The recovery codes, this one time. It closes only with the button, not by a slip. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: string[] | null;
  onClose: () => void;
}) {
  const t = useTranslations("security.codes");
  const list = useRef<HTMLUListElement>(null);
  const text = codes?.join("\n") ?? "";
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("title")}
      description={t("text")}
      locked
      hideClose
      footer={
        <Button wide onClick={onClose}>
          {t("saved")}
        </Button>
      }
    >
      <ul
        ref={list}
        aria-label={t("title")}
        translate="no"
        className="grid grid-cols-1 gap-x-4 gap-y-1 rounded-control bg-surface-2 p-3 font-mono min-[360px]:grid-cols-2"
      >
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton text={text} textRef={list} label={t("copy")} variant="outline" />
        <Button
          variant="outline"
          icon={<Download aria-hidden="true" />}
          onClick={() =>
            saveBlob(new Blob([`${text}\n`], { type: "text/plain" }), "recovery-codes.txt")
          }
        >
          {t("download")}
        </Button>
      </div>
    </Dialog>
  );
}
