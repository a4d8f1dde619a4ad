"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";

const ReplacePasswordDialog = lazyDialog(() =>
  import("./replace-password-dialog").then((module) => module.ReplacePasswordDialog),
);

/** Whether a one-time withdrawal password leads nowhere any more. */
const isOver = (until: string) => Date.parse(until) <= Date.now();

/** What a withdrawal password of support's is for and until when, or how to get on once it is too old. */
export function OneTimeText({ until }: { until: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("withdraw.oneTime");
  if (!isOver(until)) return t("text", { until: formatDateTime(until, { zone: true }) });
  return (
    <>
      {t("over")} <TextLink href="/support">{t("support")}</TextLink>
    </>
  );
}

/** Opens what puts one's own withdrawal password in the place of support's; nothing once that is too old. */
export function ReplaceButton({ until, wide }: { until: string; wide?: boolean }) {
  const t = useTranslations("withdraw.oneTime");
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      {isOver(until) ? null : (
        <Button wide={wide} onClick={() => setOpen(true)}>
          {t("choose")}
        </Button>
      )}
      {open === null ? null : <ReplacePasswordDialog open={open} onOpenChange={setOpen} />}
    </>
  );
}
