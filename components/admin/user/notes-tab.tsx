"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextArea } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatDateTime } from "@/lib/platform/ui/format";
import type { NoteList } from "@/lib/staff/schema";
import { useUserMutation, useUserPages } from "@/lib/staff/user-client";
import { MoreList } from "./activity/more-list";
import type { UserTabProps } from "./tab-props";

/** What staff noted about a user; the user never sees it, and it is never changed. */
export function NotesTab({ user, areas }: UserTabProps) {
  const t = useTranslations("staffUser.notes");
  const answer = useUserPages<NoteList>(user.id, "notes");
  return (
    <div className="space-y-4">
      {areas.includes("users") ? <NoteForm userId={user.id} /> : null}
      <section aria-labelledby="notes" className="space-y-2">
        <SectionTitle id="notes">{t("title")}</SectionTitle>
        <MoreList
          answer={answer}
          rows={answer.data?.pages.flatMap((page) => page.notes)}
          emptyText={t("empty")}
          caption={t("title")}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "time",
              header: t("time"),
              className: "whitespace-nowrap text-text-2",
              cell: ({ createdAt }) => formatDateTime(createdAt),
            },
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
      </section>
    </div>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const t = useTranslations("staffUser.notes");
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const { keyOf, settle } = useRequestKey();
  const add = useUserMutation(userId, () =>
    api.post(`/admin/users/${userId}/notes`, { text }, { idempotencyKey: keyOf(text) }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    if (text.trim() === "") {
      setProblem(t("missing"));
      field.current?.focus();
      return;
    }
    add.mutate(undefined, {
      onSuccess: () => {
        setText("");
        settle();
      },
      onError: (failure) => {
        settle(failure);
        setProblem(failure instanceof ApiError ? (failure.errors.text?.[0] ?? "") : "");
      },
    });
  };
  return (
    <Card aria-label={t("new")}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <Field label={t("new")} hint={t("hint")} error={problem || undefined}>
          <TextArea
            ref={field}
            name="text"
            rows={3}
            maxLength={2000}
            value={text}
            readOnly={add.isPending}
            onChange={(event) => {
              setText(event.target.value);
              setProblem("");
            }}
          />
        </Field>
        <InlineError>{add.error && !problem ? messageOf(add.error) : null}</InlineError>
        <Button type="submit" pending={add.isPending}>
          {t("add")}
        </Button>
      </form>
    </Card>
  );
}
