"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/admin/panel/staff-rights";
import { Card } from "@/components/ui/display/card";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { api } from "@/lib/platform/client/api";
import type { NoteList } from "@/lib/staff/schema";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import { NoteForm } from "../note-form";
import { MoreList } from "./activity/more-list";
import type { UserTabProps } from "./tab-props";

/** What staff noted about a user; the user never sees it, and it is never changed. */
export function NotesTab({ user }: UserTabProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.notes");
  const answer = useUserPages<NoteList>(user.id, "notes");
  return (
    <div className="space-y-4">
      {useMay("users.note") ? <NewNote userId={user.id} /> : null}
      <MoreList
        id="notes"
        title={t("title")}
        answer={answer}
        rowsOf={(page) => page.notes}
        emptyText={t("empty")}
        columns={[
          { key: "time", header: t("time"), at: ({ createdAt }) => createdAt },
          { key: "author", header: t("author"), cell: ({ author }) => author.username },
          {
            key: "text",
            header: t("note"),
            className: "w-full whitespace-pre-line [overflow-wrap:anywhere]",
            cell: ({ text }) => <p dir="auto">{text}</p>,
          },
        ]}
        card={({ text, author, createdAt }) => ({
          title: (
            <span dir="auto" className="block whitespace-pre-line font-normal">
              {text}
            </span>
          ),
          meta: `${author.username} · ${formatDateTime(createdAt, { zone: true })}`,
        })}
      />
    </div>
  );
}

function NewNote({ userId }: { userId: string }) {
  const t = useTranslations("staffUser.notes");
  const { mutateAsync } = useUserMutation(userId, ({ text, key }: { text: string; key: string }) =>
    api.post(`/admin/users/${userId}/notes`, { text }, { idempotencyKey: key }),
  );
  return (
    <Card aria-label={t("new")}>
      <NoteForm label={t("new")} hint={t("hint")} rows={3} addLabel={t("add")} add={mutateAsync} />
    </Card>
  );
}
