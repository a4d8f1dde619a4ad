"use client";

import { useTranslations } from "next-intl";
import { FormText, FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useMailPreview, useMailTextChange } from "@/lib/mail-texts/client";
import type { MailTextDto } from "@/lib/mail-texts/schema";
import { messageOf } from "@/lib/platform/client/api";
import {
  BODY_MAX,
  gapsOf,
  isNeeded,
  type MailWords,
  SUBJECT_MAX,
} from "@/lib/platform/text/mail-words";
import { MailPreview } from "./mail-preview";

const loadSchema = () => import("@/lib/mail-texts/schema").then((module) => module.mailWordsSchema);

const listed = (gaps: string[]) => gaps.map((gap) => `{${gap}}`).join(", ");

/** Subject and text of one kind of mail in one language, with its preview. */
export function MailTextForm({
  mailText: { kind, language, subject, body, given, changedAt },
  mayChange,
}: {
  mailText: MailTextDto;
  mayChange: boolean;
}) {
  const t = useTranslations("staffMailTexts");
  const formatDateTime = useDateTime();
  const change = useMailTextChange();
  const preview = useMailPreview();
  const form = useSchemaForm<MailWords, MailWords>({ start: { subject, body }, loadSchema });
  const save = async (words: MailWords | null) => {
    try {
      await change.mutateAsync({ kind, language, words, changedAt });
    } catch (failure) {
      return failure;
    }
    showToast.success(t(words ? "saved" : "restored"));
  };
  // What is wrong with words that are saved stands at their field.
  const failure = preview.error ?? (change.variables?.words === null ? change.error : null);
  const gaps = (part: keyof MailWords) => {
    const all = gapsOf(given[part]);
    const needed = all.filter(isNeeded);
    return t("gaps", {
      needed: needed.length > 0 ? listed(needed) : t("none"),
      others: listed(all.filter((gap) => !isNeeded(gap))) || t("none"),
    });
  };
  return (
    <SchemaForm form={form} onValid={save}>
      <p className="text-caption text-text-2">
        {changedAt ? t("changed", { at: formatDateTime(changedAt) }) : t("unchanged")}
      </p>
      <FormText
        form={form}
        name="subject"
        label={t("subject")}
        hint={gaps("subject")}
        maxLength={SUBJECT_MAX}
        readOnly={!mayChange}
      />
      <FormTextArea
        form={form}
        name="body"
        label={t("body")}
        hint={gaps("body")}
        rows={12}
        maxLength={BODY_MAX}
        readOnly={!mayChange}
      />
      {mayChange ? (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={change.isPending}>
            {t("save")}
          </Button>
          <Button
            variant="outline"
            pending={preview.isPending}
            onClick={() => preview.mutate({ kind, language, words: form.getValues() })}
          >
            {t("preview")}
          </Button>
          {changedAt ? (
            <Button variant="outline" onClick={() => void save(null)}>
              {t("restore")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <InlineError>{failure ? messageOf(failure) : null}</InlineError>
      {preview.data ? <MailPreview {...preview.data} /> : null}
    </SchemaForm>
  );
}
