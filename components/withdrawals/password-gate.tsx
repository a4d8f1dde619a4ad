"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useWithdrawalTerms } from "@/lib/withdrawals/client";
import type { WithdrawalTerms } from "@/lib/withdrawals/schema";
import { OneTimeText, ReplaceButton } from "./one-time-password";

const SetPasswordDialog = lazyDialog(() =>
  import("./set-password-dialog").then((module) => module.SetPasswordDialog),
);

/** Lets withdrawals begin only with a withdrawal password, which can be set right here. */
export function PasswordGate({
  unit = "USDT",
  children,
}: {
  /** The balance that is withdrawn from. */
  unit?: "USDT" | "XAUT";
  children: (terms: WithdrawalTerms) => ReactNode;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("withdraw.gate");
  const terms = useWithdrawalTerms(unit);
  const [setting, setSetting] = useState(false);
  const [needed, setNeeded] = useState(false);
  if (!terms.data) {
    return terms.isError ? (
      <QueryError query={terms} text={t("failed")} />
    ) : (
      <Skeleton className="h-60" />
    );
  }
  if (!terms.data.hasWithdrawPassword) {
    return (
      <Card padding="wide" className="flex flex-col items-center gap-3 text-center">
        <Lock aria-hidden="true" className="size-6 text-text-3" />
        <p className="font-semibold text-section">{t("notSet")}</p>
        <p className="text-text-2">{t("why")}</p>
        <Button
          wide
          onClick={() => {
            setNeeded(true);
            setSetting(true);
          }}
        >
          {t("set")}
        </Button>
        {needed ? <SetPasswordDialog open={setting} onOpenChange={setSetting} /> : null}
      </Card>
    );
  }
  const { heldUntil, oneTimeWithdrawPasswordUntil: oneTimeUntil } = terms.data;
  if (oneTimeUntil) {
    return (
      <Card padding="wide" className="flex flex-col items-center gap-3 text-center">
        <Lock aria-hidden="true" className="size-6 text-text-3" />
        <p className="font-semibold text-section">{t("oneTime")}</p>
        <p className="text-text-2">
          <OneTimeText until={oneTimeUntil} />
        </p>
        <ReplaceButton wide until={oneTimeUntil} />
      </Card>
    );
  }
  return (
    <>
      {heldUntil ? (
        <Banner tone="warn">
          {t("held", { until: formatDateTime(heldUntil, { zone: true }) })}
        </Banner>
      ) : null}
      {children(terms.data)}
    </>
  );
}
