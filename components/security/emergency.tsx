"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { carryToast, showToast } from "@/components/ui/overlays/toast";
import { clearSession, takeRedirect } from "@/lib/accounts/client";
import { messageOf } from "@/lib/platform/client/api";
import { leaveFor } from "@/lib/platform/client/leave";
import { freezeOwnAccount } from "@/lib/security/freeze-client";
import { SettingRow } from "./setting-row";

/** Freezes the account after a question; the way on is the login page. */
export function Emergency({ hasTwoFactor }: { hasTwoFactor: boolean }) {
  const t = useTranslations("security.freeze");
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (open: boolean) => {
    setProblem(null);
    setAsking(open);
  };
  const freeze = async () => {
    setPending(true);
    try {
      const { message } = await freezeOwnAccount();
      clearSession();
      if (message) showToast.success(message);
      carryToast();
      leaveFor("/login");
      // What noticed the end of the session first has saved this page for whoever logs in next.
      takeRedirect();
    } catch (error) {
      setPending(false);
      setProblem(t("failed", { reason: messageOf(error) }));
    }
  };
  return (
    <section aria-labelledby="emergency">
      <SectionTitle id="emergency">{t("title")}</SectionTitle>
      <Card className="py-0">
        <SettingRow title={t("row")} state={t("text")}>
          <Button variant="danger" onClick={() => ask(true)}>
            {t("button")}
          </Button>
        </SettingRow>
      </Card>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={t("askTitle")}
        description={t("askText", { hasTwoFactor: hasTwoFactor ? "yes" : "no" })}
        confirmLabel={t("button")}
        pending={pending}
        error={problem}
        onConfirm={() => void freeze()}
      />
    </section>
  );
}
