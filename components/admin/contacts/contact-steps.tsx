"use client";

import { useTranslations } from "next-intl";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useDeleteContact, useNewestContact, useSaveContact } from "@/lib/contacts/staff-client";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import { messageOf } from "@/lib/platform/client/api";
import { TheirChanges, useSharedEdit } from "../editing/shared-edit";
import { useDecision } from "../payments/use-decision";
import { ContactForm } from "./contact-form";
import { type ContactDraft, choiceOf, draftOf, fieldsOf, iconProblem } from "./draft";

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

/** Tells two picked files apart. */
const fileMark = (file: File | null) => file && `${file.name} ${file.size} ${file.lastModified}`;

const loadSchema = () =>
  import("@/lib/contacts/staff-schema").then((module) => module.createContactSchema);

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
  const form = useSchemaForm<ContactDraft, unknown>({
    start: draftOf(opened),
    loadSchema,
    toInput: (draft) => fieldsOf(draft, null),
    check: (draft) => {
      const problem = iconProblem(draft);
      const field = draft.iconChoice === "upload" ? "file" : "icon";
      return problem ? { [field]: t(problem) } : {};
    },
    fieldNames: { iconType: "icon" },
  });
  const edit = useSharedEdit(opened, form, { draftOf, newest, together: TOGETHER });
  const { base: contact, theirs } = edit;
  const save = useSaveContact();
  const decision = useDecision<Decision, AdminContactDto>(
    ({ decision: { fields }, key }) => {
      const { file: icon } = form.getValues();
      return edit.watch(save.mutateAsync({ id: contact?._id ?? null, fields, icon, key }));
    },
    () => {
      onDone();
      showToast.success(t(contact ? "saved" : "added"));
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
      form={form}
      pending={decision.pending}
      error={theirs?.text === decision.message ? null : decision.message}
      onClose={onDone}
      onValid={() => {
        const draft = form.getValues();
        return decision.decide({ fields: fieldsOf(draft, contact), file: fileMark(draft.file) });
      }}
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
            showToast.success(t("deleted", { title }));
          },
        })
      }
    />
  );
}
