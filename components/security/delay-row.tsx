"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { Security } from "@/lib/security/schema";
import { useWithdrawalDelay } from "@/lib/withdrawals/delay-client";
import { SettingRow } from "./setting-row";

const DelayDialog = lazyDialog(() => import("./delay-dialog").then((module) => module.DelayDialog));

/** How long the account's withdrawals wait, and the way to change that. */
export function DelayRow({ security }: { security: Security }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.delay");
  const { data: delay, error } = useWithdrawalDelay();
  const [asking, setAsking] = useState<{ open: boolean } | null>(null);
  const pending = delay?.pending;
  return (
    <SettingRow
      title={t("title")}
      state={
        <>
          {delay ? t("text", { hours: delay.hours }) : error ? t("failed") : null}
          {pending ? (
            <span className="block">
              {t("pending", {
                hours: pending.hours,
                at: formatDateTime(pending.at, { zone: true }),
              })}
            </span>
          ) : null}
        </>
      }
    >
      {delay ? (
        <Button
          variant="outline"
          aria-label={t("changeDelay")}
          onClick={() => setAsking({ open: true })}
        >
          {t("change")}
        </Button>
      ) : null}
      {delay && asking ? (
        <DelayDialog
          open={asking.open}
          onOpenChange={(open) => setAsking({ open })}
          delay={delay}
          security={security}
        />
      ) : null}
    </SettingRow>
  );
}
