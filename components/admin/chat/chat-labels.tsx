"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/checkbox";
import { FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { IconButton } from "@/components/ui/icon-button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useLabelChanges, useLabels } from "@/lib/chat/labels/client";
import { MAX_LABEL_LENGTH } from "@/lib/chat/labels/rules";
import type { LabelDto } from "@/lib/chat/labels/schema";
import type { StaffChatDto } from "@/lib/chat/schema";
import { messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { useMay } from "../panel/staff-rights";

/** The labels of a conversation, and the set that staff choose from. */
export function ChatLabels({ chat }: { chat: StaffChatDto }) {
  const t = useTranslations("staffChat.labels");
  const labels = useLabels().data ?? [];
  const { set } = useLabelChanges(chat.id);
  const mayEdit = useMay("chat.edit");
  const [deleting, setDeleting] = useState<LabelDto | null>(null);
  const has = new Set(chat.labels.map(({ id }) => id));
  const toggle = (id: string, on: boolean) =>
    set.mutate(on ? [...has, id] : [...has].filter((one) => one !== id));
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1 text-caption text-text-2">{t("title")}</legend>
      {labels.map((label) => (
        <div key={label.id} className="flex items-center justify-between gap-2">
          <Checkbox
            label={label.name}
            checked={has.has(label.id)}
            disabled={set.isPending}
            onChange={({ target }) => toggle(label.id, target.checked)}
          />
          {mayEdit ? (
            <IconButton
              label={t("deleteOf", { name: label.name })}
              onClick={() => setDeleting(label)}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ))}
      <InlineError>{set.isError ? messageOf(set.error) : null}</InlineError>
      {mayEdit ? <NewLabel chatId={chat.id} /> : null}
      {deleting ? (
        <DeleteLabel chatId={chat.id} label={deleting} onDone={() => setDeleting(null)} />
      ) : null}
    </fieldset>
  );
}

const loadSchema = () =>
  import("@/lib/chat/labels/schema").then((module) => module.createLabelSchema);

function NewLabel({ chatId }: { chatId: string }) {
  const t = useTranslations("staffChat.labels");
  const { add } = useLabelChanges(chatId);
  const request = useRequestKey();
  const form = useSchemaForm<{ name: string }, { name: string }>({
    start: { name: "" },
    loadSchema,
  });
  const send = async ({ name }: { name: string }) => {
    try {
      await request.sent(name, (key) => add.mutateAsync({ name, key }));
    } catch (failure) {
      return failure;
    }
    form.reset();
  };
  return (
    <SchemaForm form={form} onValid={send} className="space-y-2">
      <FormText form={form} name="name" label={t("new")} maxLength={MAX_LABEL_LENGTH} />
      <Button type="submit" variant="outline" pending={add.isPending}>
        {t("add")}
      </Button>
    </SchemaForm>
  );
}

function DeleteLabel({
  chatId,
  label,
  onDone,
}: {
  chatId: string;
  label: LabelDto;
  onDone: () => void;
}) {
  const t = useTranslations("staffChat.labels");
  const { remove } = useLabelChanges(chatId);
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t("deleteTitle", { name: label.name })}
      description={t("deleteText")}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onConfirm={() => remove.mutate(label.id, { onSuccess: onDone })}
    />
  );
}
