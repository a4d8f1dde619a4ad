"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/admin/panel/staff-rights";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useQuestion } from "@/components/ui/overlays/use-question";
import { api } from "@/lib/platform/client/api";
import { useUserMutation, useUserPart } from "@/lib/staff/user-client";
import type { TradeConfigResponse } from "@/lib/trading/config-schema";
import type { TradeSettings } from "@/lib/trading/schema";
import type { KeptTabProps, UserTabProps } from "../tab-props";
import { TabLoading } from "../tab-states";
import { LimitsForm } from "./limits-form";
import { OwnLimitsCard } from "./own-limits";
import { SetupsSection } from "./setups-section";

/** What a user may trade: products and limits, today's count, and proposed strategies. No outcomes. */
export function LimitsTab({ user, staffId, setupKey }: Omit<KeptTabProps, "balance">) {
  const answer = useUserPart<TradeConfigResponse>(user.id, "trade-config");
  const canWrite = useMay("users.edit") && user.id !== staffId;
  const { data } = answer;
  if (!data) {
    return answer.isPending ? <TabLoading /> : <QueryError query={answer} />;
  }
  return (
    <div className="space-y-6">
      <LimitsForm user={user} config={data.config} settings={data.settings} canWrite={canWrite} />
      <OwnLimitsCard userId={user.id} />
      <DailyCount user={user} settings={data.settings} canWrite={canWrite} />
      <SetupsSection user={user} settings={data.settings} canWrite={canWrite} setupKey={setupKey} />
    </div>
  );
}

function DailyCount({
  user,
  settings,
  canWrite,
}: {
  user: UserTabProps["user"];
  settings: TradeSettings;
  canWrite: boolean;
}) {
  const t = useTranslations("staffUser.dailyCount");
  const reset = useUserMutation(user.id, () =>
    api.put(`/admin/users/${user.id}/reset-daily-trade-count`),
  );
  const question = useQuestion(reset, () => showToast.success(t("done")));
  return (
    <Card aria-label={t("title")}>
      <SectionTitle>{t("title")}</SectionTitle>
      <p className="my-2">
        {t("used", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
      </p>
      {canWrite ? (
        <Button variant="outline" onClick={() => question.ask()}>
          {t("reset")}
        </Button>
      ) : null}
      <ConfirmDialog
        {...question.dialog}
        title={t("resetTitle", { username: user.username })}
        description={t("resetText")}
        confirmLabel={t("reset")}
        confirmVariant="primary"
      />
    </Card>
  );
}
