"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryState } from "@/components/ui/display/query-state";
import { LoadMore } from "@/components/ui/pagination";
import { Age } from "@/components/ui/time/age";
import type { StaffChatDto } from "@/lib/chat/schema";
import {
  useAddChatNote,
  useAssignChat,
  useChatMembers,
  useChatNotes,
} from "@/lib/chat/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { NoteForm } from "../note-form";
import { ChatLabels } from "./chat-labels";

/** What staff arrange about a conversation among themselves; its user sees nothing of it. */
export function ChatDesk({ chat }: { chat: StaffChatDto }) {
  const t = useTranslations("staffChat.desk");
  return (
    <Card aria-labelledby="chat-desk" className="space-y-4">
      <SectionTitle id="chat-desk">{t("title")}</SectionTitle>
      <p className="text-caption text-text-2">{t("hidden")}</p>
      <Assignee chat={chat} />
      <ChatLabels chat={chat} />
      <NewNote chatId={chat.id} />
      <Notes chatId={chat.id} />
    </Card>
  );
}

const NOBODY = "";

function Assignee({ chat }: { chat: StaffChatDto }) {
  const t = useTranslations("staffChat.desk");
  const members = useChatMembers().data ?? [];
  const assign = useAssignChat(chat.id);
  const { assignedTo } = chat;
  const isListed = !assignedTo || members.some(({ id }) => id === assignedTo.id);
  const all = isListed ? members : [...members, assignedTo];
  return (
    <Field label={t("assignedTo")} error={assign.isError ? messageOf(assign.error) : undefined}>
      <Select
        value={assignedTo?.id ?? NOBODY}
        onChange={({ target }) => assign.mutate(target.value === NOBODY ? null : target.value)}
      >
        <option value={NOBODY}>{t("nobody")}</option>
        {all.map(({ id, username }) => (
          <option key={id} value={id}>
            {username}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function NewNote({ chatId }: { chatId: string }) {
  const t = useTranslations("staffChat.desk");
  const { mutateAsync } = useAddChatNote(chatId);
  return (
    <NoteForm
      label={t("newNote")}
      rows={2}
      addLabel={t("add")}
      variant="outline"
      add={mutateAsync}
    />
  );
}

function Notes({ chatId }: { chatId: string }) {
  const t = useTranslations("staffChat.desk");
  const answer = useChatNotes(chatId);
  if (!answer.data) return <QueryState query={answer} label={t("notes")} rows={2} />;
  const notes = answer.data.pages.flatMap((page) => page.notes);
  if (notes.length === 0) return null;
  return (
    <>
      <ul aria-label={t("notes")} className="space-y-3">
        {notes.map(({ id, text, author, createdAt }) => (
          <li key={id}>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </p>
            <p className="text-caption text-text-2">
              {author.username} · <Age at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
      <LoadMore query={answer} />
    </>
  );
}
