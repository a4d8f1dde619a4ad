"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { ContactRow } from "@/components/contacts/contact-row";
import { FormSelect, FormSwitch, FormText } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { type LinkType, linkTypes } from "@/lib/contacts/schema";
import { type ContactDraft, iconOf } from "./draft";
import { IconFields } from "./icon-fields";

export interface ContactFormProps {
  form: SchemaFormState<ContactDraft>;
  title: string;
  pending: boolean;
  error: string | null;
  onClose: () => void;
  onValid: () => Promise<unknown>;
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
export function ContactForm({ form, children, ...dialog }: ContactFormProps) {
  const t = useTranslations("staffContacts");
  const linkType = useWatch({ control: form.control, name: "linkType" });
  return (
    <SchemaDialog {...dialog} open form={form} submitLabel={t("save")}>
      <Preview form={form} />
      <FormText form={form} name="title" label={t("titleLabel")} aria-required maxLength={80} />
      <FormText form={form} name="description" label={t("description")} maxLength={200} />
      <FormSelect form={form} name="linkType" label={t("linkType")}>
        {linkTypes.map((type) => (
          <option key={type} value={type}>
            {t(`linkTypes.${type}`)}
          </option>
        ))}
      </FormSelect>
      <FormText
        form={form}
        name="link"
        label={t("link")}
        hint={t("example", { example: EXAMPLES[linkType] })}
        aria-required
        autoCapitalize="none"
        spellCheck={false}
        maxLength={500}
      />
      <IconFields form={form} />
      <FormSwitch form={form} name="isActive" label={t("activeLabel")} />
      {children}
    </SchemaDialog>
  );
}

function Preview({ form }: Pick<ContactFormProps, "form">) {
  const t = useTranslations("staffContacts");
  useWatch({ control: form.control });
  const draft = form.getValues();
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
