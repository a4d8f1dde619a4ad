"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { FileDrop } from "@/components/forms/file-drop";
import { Select, TextInput } from "@/components/forms/text-input";
import { contactIcons } from "@/lib/contacts/schema";
import type { ContactDraft, IconChoice } from "./draft";

export interface IconFieldsProps {
  draft: ContactDraft;
  isWrong: boolean;
  error: string | undefined;
  onChange: (change: Partial<ContactDraft>) => void;
}

/** Where a contact's icon comes from. */
export function IconFields({ draft, isWrong, error, onChange }: IconFieldsProps) {
  const t = useTranslations("staffContacts");
  const { iconChoice } = draft;
  const isText = iconChoice === "emoji" || iconChoice === "url";
  const pick = (file: File | null) => {
    if (!file) return onChange({ file: null, filePreview: null });
    const reader = new FileReader();
    reader.onload = () => onChange({ file, filePreview: String(reader.result) });
    reader.readAsDataURL(file);
  };
  return (
    <>
      <Field label={t("icon")} error={iconChoice === "upload" || isText ? undefined : error}>
        <Select
          name="iconChoice"
          value={iconChoice}
          onChange={(event) =>
            onChange({
              iconChoice: event.target.value as IconChoice,
              icon: "",
              file: null,
              filePreview: null,
            })
          }
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
        </Select>
      </Field>
      {isText ? (
        <Field
          label={t(iconChoice === "emoji" ? "emoji" : "iconAddress")}
          error={isWrong ? t(iconChoice === "emoji" ? "emojiWrong" : "iconAddressWrong") : error}
        >
          <TextInput
            name="icon"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            value={draft.icon}
            onChange={(event) => onChange({ icon: event.target.value })}
          />
        </Field>
      ) : null}
      {iconChoice === "upload" ? (
        <FileDrop
          label={t("iconFile")}
          hint={t("iconFileHint")}
          file={draft.file}
          onFileChange={pick}
          error={isWrong ? t("iconFileMissing") : error}
        />
      ) : null}
    </>
  );
}
