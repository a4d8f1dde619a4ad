"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { AdminPage } from "@/components/layout/admin-shell";
import { QueryState } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { useMailTexts } from "@/lib/mail-texts/client";
import type { MailTextDto } from "@/lib/mail-texts/schema";
import { type MailKind, mailKinds } from "@/lib/platform/text/mail-words";
import { languageName } from "../documents/language-name";

const MailTextForm = lazyPart(
  () => import("./mail-text-form").then((module) => module.MailTextForm),
  () => <Skeleton className="h-[480px]" />,
);

/** The words of the mails to users: one kind in one language at a time. */
export function MailTextsPage({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("staffMailTexts");
  const answer = useMailTexts();
  return (
    <AdminPage title={t("title")}>
      <p className="text-text-2">{t("intro")}</p>
      {answer.data ? (
        <MailTexts mailTexts={answer.data} mayChange={mayChange} />
      ) : (
        <QueryState
          query={answer}
          label={t("loading")}
          rows={4}
          text={(reason) => t("failed", { reason })}
        />
      )}
    </AdminPage>
  );
}

function MailTexts({ mailTexts, mayChange }: { mailTexts: MailTextDto[]; mayChange: boolean }) {
  const t = useTranslations("staffMailTexts");
  const languages = [...new Set(mailTexts.map(({ language }) => language))];
  const [language, setLanguage] = useState(languages[0] ?? "");
  const [kind, setKind] = useState<MailKind>("security");
  const shown = mailTexts.find((one) => one.kind === kind && one.language === language);
  return (
    <div className="space-y-4">
      <Segmented
        label={t("language")}
        value={language}
        onValueChange={setLanguage}
        options={languages.map((value) => ({ value, label: languageName(value) }))}
      />
      <Field label={t("kind")}>
        <Select value={kind} onChange={({ target }) => setKind(target.value as MailKind)}>
          {mailKinds.map((value) => (
            <option key={value} value={value}>
              {t(`kinds.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {shown ? (
        <MailTextForm
          key={`${kind} ${language} ${shown.changedAt}`}
          mailText={shown}
          mayChange={mayChange}
        />
      ) : null}
    </div>
  );
}
