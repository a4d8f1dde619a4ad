"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { RunStatus } from "@/components/ai/runs/run-status";
import { Button } from "@/components/ui/button";
import { SectionTitle } from "@/components/ui/display/card";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { notify } from "@/components/ui/overlays/toast";
import type { RunAnswer, RunDto, RunList } from "@/lib/ai/schema";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { directionOf, formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useUserDeed, useUserPages } from "@/lib/staff/user-client";
import { isReason, ReasonField } from "../reason-field";
import { MoreList } from "./more-list";

type Owner = { id: string; username: string };

/** A user's strategy runs. Staff can end one as its owner would, and change nothing else of it. */
export function RunsSection({ user, mayStop }: { user: Owner; mayStop: boolean }) {
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
    <section aria-labelledby="runs" className="space-y-2">
      <SectionTitle id="runs">{t("title")}</SectionTitle>
      <MoreList
        answer={answer}
        rows={answer.data?.pages.flatMap((page) => page.runs)}
        emptyText={t("empty")}
        caption={t("title")}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "time",
            header: t("time"),
            className: "whitespace-nowrap text-text-2",
            cell: ({ startedAt }) => formatDateTime(startedAt),
          },
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
          meta: formatDateTime(run.startedAt),
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
    </section>
  );
}

function StopUserRun({ user, run, onClose }: { user: Owner; run: RunDto; onClose: () => void }) {
  const t = useTranslations("staffUser.runs");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const { keyOf, settle } = useRequestKey();
  const stop = useUserDeed(user.id, () =>
    api.post<RunAnswer>(
      `/admin/users/${user.id}/runs/${run.id}/stop`,
      { reason },
      { idempotencyKey: keyOf(reason) },
    ),
  );
  const confirm = () => {
    if (!isReason(reason)) return setProblem(t("reasonMissing"));
    stop.mutate(undefined, {
      onSuccess: ({ run: { status } }) => {
        settle();
        notify.success(t(status === "stopped" ? "done" : "waiting"));
        onClose();
      },
      onError: (failure) => {
        settle(failure);
        setProblem(failure instanceof ApiError ? failure.errors.reason?.[0] : undefined);
      },
    });
  };
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
      pending={stop.isPending}
      error={stop.error && !problem ? messageOf(stop.error) : null}
      onConfirm={confirm}
    >
      <ReasonField
        value={reason}
        error={problem}
        onChange={(text) => {
          setReason(text);
          setProblem(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
