"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { messageOf } from "@/lib/platform/client/api";
import { saveFile } from "@/lib/platform/client/download";

/** Downloads everything that a list's filters let through. A plain link can't: the API wants the token. */
export function CsvButton({
  path,
  query,
}: {
  /** Under /api. */
  path: string;
  query: Record<string, string | undefined>;
}) {
  const t = useTranslations("app.csv");
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const download = async () => {
    setPending(true);
    setError(null);
    try {
      const given = Object.entries(query).filter(
        (entry): entry is [string, string] => Boolean(entry[1]) && entry[0] !== "cursor",
      );
      const parameters = new URLSearchParams([...given, ["format", "csv"]]);
      await saveFile(`/api${path}?${parameters}`);
    } catch (failure) {
      setError(t("failed", { reason: messageOf(failure) }));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="max-w-full">
      <Button
        variant="outline"
        icon={<Download aria-hidden="true" />}
        pending={pending}
        pendingLabel={t("pending")}
        onClick={() => void download()}
      >
        {t("export")}
      </Button>
      <InlineError>{error}</InlineError>
    </div>
  );
}
