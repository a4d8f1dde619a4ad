"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { ContactRow } from "@/components/contacts/contact-row";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Select, TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { Switch } from "@/components/ui/switch";
import { type LinkType, linkTypes } from "@/lib/contacts/schema";
import { type ContactDraft, iconOf, problemsOf } from "./draft";
import { IconFields } from "./icon-fields";

export interface ContactFormProps {
  title: string;
  draft: ContactDraft;
  pending: boolean;
  /** What the server says of a field. */
  fieldError: (field: string) => string | undefined;
  error: string | null;
  onDraft: (draft: ContactDraft) => void;
  onClose: () => void;
  onSubmit: () => void;
  /** What is said beside the fields. */
  children?: ReactNode;
}

const EXAMPLES: Record<LinkType, string> = {
  url: "https://t.me/support",
  email: "help@example.com",
  phone: "+44 20 7946 0000",
  internal: "/chat",
};

/** A contact's fields, and the row of the popup that they make. */
export function ContactForm({
  title,
  draft,
  pending,
  fieldError,
  error,
  onDraft,
  onClose,
  onSubmit,
  children,
}: ContactFormProps) {
  const t = useTranslations("staffContacts");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const problems = tried ? problemsOf(draft) : [];
  const set = (change: Partial<ContactDraft>) => onDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const isFine = problemsOf(draft).length === 0;
    setTried(!isFine);
    if (isFine) onSubmit();
    else focusFirstError(form.current);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="side"
      title={title}
      locked={pending}
      footer={
        <Button type="submit" form={formId} wide pending={pending}>
          {t("save")}
        </Button>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="space-y-4">
        <Preview draft={draft} />
        <Field
          label={t("titleLabel")}
          error={problems.includes("title") ? t("titleMissing") : fieldError("title")}
        >
          <TextInput
            name="title"
            aria-required
            autoComplete="off"
            maxLength={80}
            value={draft.title}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field label={t("description")} error={fieldError("description")}>
          <TextInput
            name="description"
            autoComplete="off"
            maxLength={200}
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <Field label={t("linkType")} error={fieldError("linkType")}>
          <Select
            name="linkType"
            value={draft.linkType}
            onChange={(event) => set({ linkType: event.target.value as LinkType })}
          >
            {linkTypes.map((type) => (
              <option key={type} value={type}>
                {t(`linkTypes.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t("link")}
          hint={t("example", { example: EXAMPLES[draft.linkType] })}
          error={
            problems.includes("link") ? t(`linkProblems.${draft.linkType}`) : fieldError("link")
          }
        >
          <TextInput
            name="link"
            aria-required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            value={draft.link}
            onChange={(event) => set({ link: event.target.value })}
          />
        </Field>
        <IconFields
          draft={draft}
          isWrong={problems.includes("icon")}
          error={fieldError("icon") ?? fieldError("iconType")}
          onChange={set}
        />
        <Switch
          label={t("activeLabel")}
          checked={draft.isActive}
          onCheckedChange={(isActive) => set({ isActive })}
        />
        {children}
        <InlineError>{error}</InlineError>
      </form>
    </Dialog>
  );
}

function Preview({ draft }: { draft: ContactDraft }) {
  const t = useTranslations("staffContacts");
  const service = {
    title: draft.title.trim() || t("noTitle"),
    description: draft.description.trim(),
    linkType: draft.linkType,
    ...iconOf(draft),
  };
  return (
    <section aria-label={t("preview")} className="rounded-control border border-line p-3">
      <p className="mb-1 text-caption text-text-2">{t("preview")}</p>
      <div className="flex min-h-target items-center gap-3">
        <ContactRow service={service} />
      </div>
    </section>
  );
}
