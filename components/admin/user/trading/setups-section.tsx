"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type Status, StatusPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { useQuestion } from "@/components/ui/overlays/use-question";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { SetupDto, SetupList } from "@/lib/ai/schema";
import { api } from "@/lib/platform/client/api";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import type { TradeSettings } from "@/lib/trading/schema";
import { MoreList } from "../activity/more-list";
import type { UserTabProps } from "../tab-props";

const SetupDialog = lazyDialog(() => import("./setup-dialog").then((module) => module.SetupDialog));

const PILLS: Record<SetupDto["status"], Status> = {
  proposed: "pending",
  accepted: "completed",
  declined: "cancelled",
  withdrawn: "cancelled",
};

export interface SetupsSectionProps {
  user: UserTabProps["user"];
  settings: TradeSettings;
  canWrite: boolean;
  setupKey: RequestKey;
}

/** Strategies proposed to a user, who decides alone. */
export function SetupsSection({ user, settings, canWrite, setupKey }: SetupsSectionProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.setups");
  const answer = useUserPages<SetupList>(user.id, "trade-setups");
  const [editing, setEditing] = useState<{ setup: SetupDto | null; turn: number } | null>(null);
  const withdraw = useUserMutation(user.id, (id: string) =>
    api.delete(`/admin/trade-setups/${id}`),
  );
  const question = useQuestion(withdraw, () => showToast.success(t("withdrawn")));
  const edit = (setup: SetupDto | null) => setEditing({ setup, turn: (editing?.turn ?? 0) + 1 });
  const pill = ({ status }: SetupDto) => (
    <StatusPill status={PILLS[status]} label={t(`status.${status}`)} />
  );
  const buttons = (row: SetupDto) =>
    canWrite && row.status === "proposed" ? (
      <span className="inline-flex flex-wrap">
        <Button variant="ghost" onClick={() => edit(row)}>
          {t("change")}
        </Button>
        <Button variant="ghost" onClick={() => question.ask(row.id)}>
          {t("withdraw")}
        </Button>
      </span>
    ) : null;
  return (
    <>
      <MoreList
        id="setups"
        title={t("title")}
        action={
          canWrite ? (
            <Button variant="outline" onClick={() => edit(null)}>
              {t("propose")}
            </Button>
          ) : null
        }
        answer={answer}
        rowsOf={(page) => page.setups}
        emptyText={t("empty")}
        columns={[
          { key: "time", header: t("time"), at: ({ createdAt }) => createdAt },
          {
            key: "strategy",
            header: t("strategy"),
            className: "[overflow-wrap:anywhere]",
            cell: ({ name, note }) => (
              <>
                {name}
                {note ? <span className="block text-caption text-text-2">{note}</span> : null}
              </>
            ),
          },
          {
            key: "amount",
            header: t("amount"),
            numeric: true,
            cell: ({ amount }) => formatAmount(amount, "USDT"),
          },
          { key: "status", header: t("statusColumn"), cell: pill },
          { key: "actions", header: t("actions"), hiddenHeader: true, cell: buttons },
        ]}
        card={(row) => ({
          title: row.name,
          amount: formatAmount(row.amount, "USDT"),
          meta: formatDateTime(row.createdAt, { zone: true }),
          status: pill(row),
          actions: buttons(row),
        })}
      />
      {editing ? (
        <SetupDialog
          key={editing.turn}
          user={user}
          strategies={settings.ai.strategies}
          setup={editing.setup}
          requestKey={setupKey}
        />
      ) : null}
      <ConfirmDialog
        {...question.dialog}
        title={t("withdrawTitle")}
        description={t("withdrawText", { username: user.username })}
        confirmLabel={t("withdraw")}
      />
    </>
  );
}
