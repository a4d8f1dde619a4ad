"use client";

import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { OwnProofProps } from "./own-proof";

const OwnProofDialog = lazyDialog(() =>
  import("./own-proof").then((module) => module.OwnProofDialog),
);

/** Opens what proves a row of a list. @param what names the row for who can't see it */
export function OwnProofButton({ what, ...own }: OwnProofProps & { what: string }) {
  const t = useTranslations("proof");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={<FileCheck aria-hidden="true" />}
        aria-label={`${t("title")}: ${what}`}
        onClick={() => setOpen(true)}
      >
        {t("title")}
      </Button>
      {isOpen ? <OwnProofDialog {...own} what={what} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
