"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { notify } from "@/components/ui/overlays/toast";
import { useDeleteContact, useNewestContact, useSaveContact } from "@/lib/contacts/staff-client";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import { messageOf } from "@/lib/platform/client/api";
import { TheirChanges, useSharedEdit } from "../editing/shared-edit";
import { useDecision } from "../payments/use-decision";
import { ContactForm } from "./contact-form";
import { type ContactDraft, choiceOf, draftOf, fieldsOf } from "./draft";

/** What is open over the list. */
export type ContactStep =
  | { kind: "form"; contact: AdminContactDto | null }
  | { kind: "delete"; contact: AdminContactDto };

/** The dialogs of one change. */
export function ContactSteps({ step, onDone }: { step: ContactStep; onDone: () => void }) {
  return step.kind === "form" ? (
    <EditContact contact={step.contact} onDone={onDone} />
  ) : (
    <DeleteContact contact={step.contact} onDone={onDone} />
  );
}

type Decision = { fields: Record<string, string>; file: string | null };

/** A link is of its kind, and so is an icon. */
const TOGETHER: (keyof ContactDraft)[][] = [
  ["linkType", "link"],
  ["iconChoice", "icon", "file", "filePreview"],
];

function EditContact({
  contact: opened,
  onDone,
}: {
  contact: AdminContactDto | null;
  onDone: () => void;
}) {
  const t = useTranslations("staffContacts");
  const newest = useNewestContact(opened?._id);
  const edit = useSharedEdit(opened, { draftOf, newest, together: TOGETHER });
  const { base: contact, draft, theirs } = edit;
  const save = useSaveContact();
  const { file } = draft;
  const decision = useDecision<Decision, AdminContactDto>(
    ({ decision: { fields }, key }) =>
      edit.watch(save.mutateAsync({ id: contact?._id ?? null, fields, icon: file, key })),
    () => {
      onDone();
      notify.success(t(contact ? "saved" : "added"));
    },
  );
  const iconText = (one: AdminContactDto) => {
    const choice = choiceOf(one);
    const isText = choice === "emoji" || choice === "url";
    return isText ? one.icon : t(`icons.${choice || "default"}`);
  };
  return (
    <ContactForm
      title={contact ? t("edit", { title: contact.title }) : t("add")}
      draft={draft}
      pending={decision.pending}
      fieldError={decision.fieldError}
      error={theirs?.text === decision.message ? null : decision.message}
      onDraft={(next) => {
        decision.restart();
        edit.setDraft(next);
      }}
      onClose={onDone}
      onSubmit={() =>
        void decision.decide({
          fields: fieldsOf(draft, contact),
          file: file && `${file.name} ${file.size} ${file.lastModified}`,
        })
      }
    >
      <TheirChanges
        theirs={theirs}
        texts={(one) => [
          [t("titleLabel"), one.title],
          [t("description"), one.description],
          [t("linkType"), t(`linkTypes.${one.linkType}`)],
          [t("link"), one.link],
          [t("icon"), iconText(one), one.icon],
          [t("activeLabel"), one.isActive],
        ]}
      />
    </ContactForm>
  );
}

function DeleteContact({ contact, onDone }: { contact: AdminContactDto; onDone: () => void }) {
  const t = useTranslations("staffContacts");
  const remove = useDeleteContact();
  const { _id, title } = contact;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onDone();
      }}
      title={t("deleteTitle", { title })}
      description={t("deleteText")}
      confirmLabel={t("deleteConfirm")}
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error) : null}
      onConfirm={() =>
        remove.mutate(_id, {
          onSuccess: () => {
            onDone();
            notify.success(t("deleted", { title }));
          },
        })
      }
    />
  );
}
