"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RunStatus } from "@/components/ai/runs/run-status";
import { Button } from "@/components/ui/button";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { RunDto, RunList, RunResponse } from "@/lib/ai/schema";
import { api } from "@/lib/platform/client/api";
import { directionOf, formatAmount } from "@/lib/platform/ui/format";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import { useReason } from "../../editing/use-reason";
import { MoreList } from "./more-list";

type Owner = { id: string; username: string };

/** A user's strategy runs. Staff can end one as its owner would, and change nothing else of it. */
export function RunsSection({ user, mayStop }: { user: Owner; mayStop: boolean }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.runs");
  const answer = useUserPages<RunList>(user.id, "runs");
  const [stopping, setStopping] = useState<RunDto | null>(null);
  const status = (run: RunDto) => (
    <>
      {run.simulated ? <SimulatedPill /> : null} <RunStatus run={run} />
    </>
  );
  const button = (run: RunDto) =>
    mayStop && run.status === "running" ? (
      <Button variant="ghost" onClick={() => setStopping(run)}>
        {t("stop")}
      </Button>
    ) : null;
  return (
    <>
      <MoreList
        id="runs"
        title={t("title")}
        answer={answer}
        rowsOf={(page) => page.runs}
        emptyText={t("empty")}
        columns={[
          { key: "time", header: t("time"), at: ({ startedAt }) => startedAt },
          { key: "strategy", header: t("strategy"), cell: ({ name }) => name },
          {
            key: "allocated",
            header: t("allocated"),
            numeric: true,
            cell: ({ allocated }) => formatAmount(allocated, "USDT"),
          },
          {
            key: "value",
            header: t("value"),
            numeric: true,
            cell: ({ value }) => formatAmount(value, "USDT"),
          },
          { key: "status", header: t("statusColumn"), cell: status },
          { key: "actions", header: t("actions"), hiddenHeader: true, cell: button },
        ]}
        card={(run) => ({
          title: run.name,
          amount: formatAmount(run.value, "USDT"),
          meta: formatDateTime(run.startedAt, { zone: true }),
          status: status(run),
          actions: button(run),
        })}
      />
      {stopping ? (
        <StopUserRun
          key={stopping.id}
          user={user}
          run={stopping}
          onClose={() => setStopping(null)}
        />
      ) : null}
    </>
  );
}

function StopUserRun({ user, run, onClose }: { user: Owner; run: RunDto; onClose: () => void }) {
  const t = useTranslations("staffUser.runs");
  const stop = useUserMutation(user.id, ({ reason, key }: { reason: string; key: string }) =>
    api.post<RunResponse>(
      `/admin/users/${user.id}/runs/${run.id}/stop`,
      { reason },
      { idempotencyKey: key },
    ),
  );
  const asked = useReason(stop.mutateAsync, ({ run: { status } }) => {
    showToast.success(t(status === "stopped" ? "done" : "waiting"));
    onClose();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("stopTitle", { username: user.username })}
      description={
        <>
          {t(directionOf(run.holding) === "up" ? "stopText" : "stopTextCash", {
            username: user.username,
            name: run.name,
            value: formatAmount(run.value, "USDT"),
            holding: formatAmount(run.holding, "XAUT"),
          })}{" "}
          {run.simulated ? <SimulatedPill /> : null}
        </>
      }
      confirmLabel={t("stop")}
      pending={asked.pending}
      error={asked.error}
      onConfirm={asked.confirm}
    >
      {asked.field}
    </ConfirmDialog>
  );
}
