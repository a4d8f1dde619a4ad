"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "@/components/admin/panel/staff-rights";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { staffKeys } from "@/lib/staff/client";
import type { DeletionBlocker } from "@/lib/staff/schema";
import { useUserPart } from "@/lib/staff/user-client";
import { useReason } from "../../editing/use-reason";
import type { UserTabProps } from "../tab-props";
import { TabLoading } from "../tab-states";

/** The action that can't be taken back. */
export function DangerTab({ user, staffId }: UserTabProps) {
  const mayDelete = useMay("users.delete");
  const t = useTranslations("staffUser.danger");
  const answer = useUserPart<{ blockers: DeletionBlocker[] }>(user.id, "permanent-delete");
  const isSelf = user.id === staffId;
  const blockers = answer.data?.blockers;
  if (!blockers) {
    return answer.isPending ? <TabLoading /> : <QueryError query={answer} />;
  }
  return (
    <Card aria-label={t("title")} className="space-y-4">
      <SectionTitle>{t("title")}</SectionTitle>
      <p>{t("text")}</p>
      {isSelf ? (
        <Banner tone="info">{t("self")}</Banner>
      ) : blockers.length > 0 ? (
        <Banner tone="warn" title={t("blocked")}>
          <ul className="list-disc pl-5">
            {blockers.map((blocker) => (
              <li key={blocker}>{t(`blockers.${blocker}`)}</li>
            ))}
          </ul>
        </Banner>
      ) : mayDelete ? (
        <DeleteUser user={user} />
      ) : (
        <p className="text-text-2">{t("mayNot")}</p>
      )}
    </Card>
  );
}

function DeleteUser({ user }: { user: { id: string; username: string } }) {
  const t = useTranslations("staffUser.danger");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const erase = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      api.delete(`/admin/users/${user.id}/permanent-delete`, {
        body: { username: user.username, reason },
      }),
    // Their page is not fetched again: there is none any more.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: staffKeys.allUsers() }),
    onError: () => queryClient.invalidateQueries({ queryKey: staffKeys.user(user.id) }),
  });
  const asked = useReason(erase.mutateAsync, () => {
    setOpen(false);
    showToast.success(t("done", { username: user.username }));
    router.replace("/admin/users");
  });
  return (
    <>
      <Button
        variant="danger"
        onClick={() => {
          asked.restart();
          setOpen(true);
        }}
      >
        {t("delete")}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("deleteTitle", { username: user.username })}
        description={t("deleteText")}
        confirmLabel={t("delete")}
        typeToConfirm={user.username}
        pending={asked.pending}
        error={asked.error}
        onConfirm={asked.confirm}
      >
        {asked.field}
      </ConfirmDialog>
    </>
  );
}
