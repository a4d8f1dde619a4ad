"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useQuestion } from "@/components/ui/overlays/use-question";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { SessionDto, SessionList } from "@/lib/accounts/schema";
import { api, messageOf } from "@/lib/platform/client/api";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import { MoreList } from "../activity/more-list";

export interface SessionsSectionProps {
  userId: string;
  username: string;
  canWrite: boolean;
}

/** Where a user is logged in, and the way to end that. */
export function SessionsSection({ userId, username, canWrite }: SessionsSectionProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.sessions");
  const answer = useUserPages<SessionList>(userId, "sessions");
  const endAll = useUserMutation(userId, () => api.delete(`/admin/users/${userId}/sessions`));
  const question = useQuestion(endAll, () => showToast.success(t("allEnded")));
  const endOne = useUserMutation(userId, (sessionId: string) =>
    api.delete(`/admin/users/${userId}/sessions/${sessionId}`),
  );
  const rows = answer.data?.pages.flatMap((page) => page.sessions);
  const end = (row: SessionDto) =>
    endOne.mutate(row.id, {
      onSuccess: () => showToast.success(t("ended")),
      onError: (failure) => showToast.error(messageOf(failure)),
    });
  const button = (row: SessionDto) => (
    <Button
      variant="ghost"
      pending={endOne.isPending && endOne.variables === row.id}
      reservesWidth
      aria-label={t("endNamed", { device: row.device })}
      onClick={() => end(row)}
    >
      {t("end")}
    </Button>
  );
  return (
    <>
      <MoreList
        id="sessions"
        title={t("title")}
        action={
          canWrite && rows && rows.length > 0 ? (
            <Button variant="outline" onClick={() => question.ask()}>
              {t("endAll")}
            </Button>
          ) : null
        }
        answer={answer}
        rowsOf={(page) => page.sessions}
        emptyText={t("empty")}
        columns={[
          { key: "device", header: t("device"), cell: ({ device }) => device },
          { key: "ip", header: t("ip"), cell: ({ ip }) => ip ?? UNKNOWN },
          { key: "since", header: t("since"), at: ({ createdAt }) => createdAt },
          { key: "seen", header: t("seen"), at: ({ lastSeenAt }) => lastSeenAt },
          ...(canWrite ? [{ key: "end", header: t("end"), hiddenHeader: true, cell: button }] : []),
        ]}
        card={(row) => ({
          title: row.device,
          meta: `${row.ip ?? UNKNOWN} · ${formatDateTime(row.lastSeenAt, { zone: true })}`,
          ...(canWrite ? { actions: button(row) } : {}),
        })}
      />
      <ConfirmDialog
        {...question.dialog}
        title={t("endAllTitle", { username })}
        description={t("endAllText")}
        confirmLabel={t("endAll")}
      />
    </>
  );
}
