"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { Pill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { SessionDto } from "@/lib/accounts/schema";
import { messageOf } from "@/lib/platform/client/api";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { useRevokeSessions, useSessions } from "@/lib/security/client";

const TITLE_ID = "devices";

/** The logged-in devices, this one first, with the ways to end the others. */
export function Sessions() {
  const t = useTranslations("security.devices");
  const sessions = useSessions();
  const revoke = useRevokeSessions();
  const [asking, setAsking] = useState(false);
  const rows = [...(sessions.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const end = (id: string | null) =>
    revoke.mutate(id, {
      onSuccess: () => {
        setAsking(false);
        showToast.success(t(id === null ? "allEnded" : "ended"));
      },
      onError: (error) => {
        if (id !== null) showToast.error(messageOf(error));
      },
    });
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle
        id={TITLE_ID}
        action={
          rows.length > 1 ? (
            <Button
              variant="ghost"
              className="-mr-4"
              onClick={() => {
                revoke.reset();
                setAsking(true);
              }}
            >
              {t("endOthers")}
            </Button>
          ) : null
        }
      >
        {t("title")}
      </SectionTitle>
      {sessions.data === undefined ? (
        <QueryState query={sessions} label={t("title")} rows={2} text={t("failed")} />
      ) : (
        <CardList
          caption={t("title")}
          rows={rows}
          rowKey={({ id }) => id}
          card={(session) => ({
            title: session.device,
            amount: session.current ? <Pill tone="gold">{t("current")}</Pill> : null,
            meta: <Seen session={session} />,
            actions: session.current ? null : (
              <Button
                variant="outline"
                aria-label={t("endNamed", { device: session.device })}
                pending={revoke.isPending && revoke.variables === session.id}
                reservesWidth
                onClick={() => end(session.id)}
              >
                {t("end")}
              </Button>
            ),
          })}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("endOthersTitle")}
        description={t("endOthersText")}
        confirmLabel={t("endOthers")}
        pending={revoke.isPending}
        error={revoke.error && revoke.variables === null ? messageOf(revoke.error) : undefined}
        onConfirm={() => end(null)}
      />
    </section>
  );
}

function Seen({ session }: { session: SessionDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.devices");
  return t("seen", {
    ip: session.ip ?? UNKNOWN,
    since: formatDateTime(session.createdAt, { style: "date" }),
    at: formatDateTime(session.lastSeenAt, { zone: true }),
  });
}
