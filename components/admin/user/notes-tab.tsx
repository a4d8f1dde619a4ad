"use client";

import { useTranslations } from "next-intl";
import { FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { api } from "@/lib/platform/client/api";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { NoteList } from "@/lib/staff/schema";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import { useDecision } from "../payments/use-decision";
import { MoreList } from "./activity/more-list";
import type { UserTabProps } from "./tab-props";

/** What staff noted about a user; the user never sees it, and it is never changed. */
export function NotesTab({ user, areas }: UserTabProps) {
  const t = useTranslations("staffUser.notes");
  const answer = useUserPages<NoteList>(user.id, "notes");
  return (
    <div className="space-y-4">
      {areas.includes("users") ? <NoteForm userId={user.id} /> : null}
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
          meta: `${author.username} · ${formatDateTime(createdAt)}`,
        })}
      />
    </div>
  );
}

type NoteInput = { text: string };

const loadSchema = () => import("@/lib/staff/schema").then((module) => module.addNoteSchema);

function NoteForm({ userId }: { userId: string }) {
  const t = useTranslations("staffUser.notes");
  const form = useSchemaForm<NoteInput, NoteInput>({ start: { text: "" }, loadSchema });
  const add = useUserMutation(userId, ({ text, key }: NoteInput & { key: string }) =>
    api.post(`/admin/users/${userId}/notes`, { text }, { idempotencyKey: key }),
  );
  const decision = useDecision<string, unknown>(
    ({ decision: text, key }) => add.mutateAsync({ text, key }),
    () => form.reset(),
  );
  return (
    <Card aria-label={t("new")}>
      <SchemaForm
        form={form}
        className="space-y-3"
        error={decision.message}
        onValid={async ({ text }) => {
          const failure = await decision.decide(text);
          // Another note may follow.
          if (failure === null) decision.restart();
          return failure;
        }}
      >
        <FormTextArea
          form={form}
          name="text"
          label={t("new")}
          hint={t("hint")}
          rows={3}
          maxLength={2000}
          readOnly={decision.pending}
        />
        <Button type="submit" pending={decision.pending}>
          {t("add")}
        </Button>
      </SchemaForm>
    </Card>
  );
}
