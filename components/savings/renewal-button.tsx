"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { SavingRecordDto } from "@/lib/savings/schema";

const RenewalDialog = lazyDialog(() =>
  import("./renewal-dialog").then((module) => module.RenewalDialog),
);

/** Opens the choice of what a fixed saving does when it matures; nothing for flexible ones. */
export function RenewalButton({ record }: { record: SavingRecordDto }) {
  const t = useTranslations("savings.renewal");
  const [isOpen, setOpen] = useState(false);
  if (record.maturesAt === null) return null;
  const { name, number } = record;
  return (
    <>
      <Button
        variant="outline"
        aria-label={t("changeOf", { name, number })}
        onClick={() => setOpen(true)}
      >
        {t("change")}
      </Button>
      {isOpen ? <RenewalDialog record={record} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
