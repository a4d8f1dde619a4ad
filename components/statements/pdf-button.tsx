"use client";

import { FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { messageOf } from "@/lib/platform/client/api";
import { saveFile } from "@/lib/platform/client/download";

/** Downloads a statement as PDF. A plain link can't: the API wants the token. */
export function PdfButton({ month }: { month: string }) {
  const t = useTranslations("statements");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setPending(true);
    setError(null);
    await saveFile(`/api/user/statements/${month}?format=pdf`).catch((failure: unknown) =>
      setError(t("downloadFailed", { reason: messageOf(failure) })),
    );
    setPending(false);
  };
  return (
    <div className="max-w-full">
      <Button
        variant="outline"
        icon={<FileText aria-hidden="true" />}
        pending={pending}
        pendingLabel={t("downloading")}
        onClick={() => void download()}
      >
        {t("downloadPdf")}
      </Button>
      <InlineError>{error}</InlineError>
    </div>
  );
}
