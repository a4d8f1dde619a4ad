"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { notify } from "@/components/ui/toast";
import { useDeleteContact, useSaveContact } from "@/lib/contacts/staff-client";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import { messageOf } from "@/lib/platform/client/api";
import { useDecision } from "../use-decision";
import { ContactForm } from "./contact-form";
import { draftOf, fieldsOf } from "./draft";

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

function EditContact({ contact, onDone }: { contact: AdminContactDto | null; onDone: () => void }) {
  const t = useTranslations("staffContacts");
  const [draft, setDraft] = useState(() => draftOf(contact));
  const save = useSaveContact();
  const { file } = draft;
  const decision = useDecision<Decision, AdminContactDto>(
    ({ decision: { fields }, key }) =>
      save.mutateAsync({ id: contact?._id ?? null, fields, icon: file, key }),
    () => {
      onDone();
      notify.success(t(contact ? "saved" : "added"));
    },
  );
  return (
    <ContactForm
      title={contact ? t("edit", { title: contact.title }) : t("add")}
      draft={draft}
      pending={decision.pending}
      fieldError={decision.fieldError}
      error={decision.message}
      onDraft={(next) => {
        decision.restart();
        setDraft(next);
      }}
      onClose={onDone}
      onSubmit={() =>
        void decision.decide({
          fields: fieldsOf(draft, contact),
          file: file && `${file.name} ${file.size} ${file.lastModified}`,
        })
      }
    />
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
