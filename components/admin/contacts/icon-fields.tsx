"use client";

import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormFile, FormSelect, FormText } from "@/components/forms/form-fields";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { contactIcons } from "@/lib/contacts/schema";
import type { ContactDraft } from "./draft";

/** Where a contact's icon comes from. */
export function IconFields({ form }: { form: SchemaFormState<ContactDraft> }) {
  const t = useTranslations("staffContacts");
  const iconChoice = useWatch({ control: form.control, name: "iconChoice" });
  const preview = (file: File | null) => {
    if (!file) return form.setValue("filePreview", null);
    const reader = new FileReader();
    reader.onload = () => form.setValue("filePreview", String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <>
      <FormSelect
        form={form}
        name="iconChoice"
        label={t("icon")}
        onChosen={() => {
          form.clearErrors(["icon", "file"]);
          form.setValue("icon", "");
          form.setValue("file", null);
          form.setValue("filePreview", null);
        }}
      >
        <option value="">{t("icons.default")}</option>
        {contactIcons.map((name) => (
          <option key={name} value={name}>
            {t(`icons.${name}`)}
          </option>
        ))}
        <option value="emoji">{t("icons.emoji")}</option>
        <option value="url">{t("icons.url")}</option>
        <option value="upload">{t("icons.upload")}</option>
      </FormSelect>
      {iconChoice === "emoji" || iconChoice === "url" ? (
        <FormText
          form={form}
          name="icon"
          label={t(iconChoice === "emoji" ? "emoji" : "iconAddress")}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
        />
      ) : null}
      {iconChoice === "upload" ? (
        <FormFile
          form={form}
          name="file"
          label={t("iconFile")}
          hint={t("iconFileHint")}
          onPicked={preview}
        />
      ) : null}
    </>
  );
}
