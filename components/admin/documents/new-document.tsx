"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { Switch } from "@/components/ui/switch";
import { TextLink } from "@/components/ui/text-link";
import { useCreateDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto, CreateDocumentInput } from "@/lib/documents/staff-schema";
import { type DocumentType, documentTypes } from "@/lib/documents/types";
import { UnsavedBar } from "../editing/unsaved-bar";
import { useErrorFocus } from "../editing/use-error-focus";
import { useDecision } from "../payments/use-decision";
import { EditorFields } from "./editor-fields";
import { languageName } from "./language-name";

/** A document in a language that it is not written in yet. */
export function NewDocument({ type, language }: { type: DocumentType; language: string }) {
  const t = useTranslations("staffDocuments");
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const empty: CreateDocumentInput = { type, language, title: "", content: "", isActive: false };
  const [draft, setDraft] = useState(empty);
  const [isSaved, setSaved] = useState(false);
  const create = useCreateDocument();
  const decision = useDecision<CreateDocumentInput, AdminDocumentDto>(
    ({ decision: input, key }) => create.mutateAsync({ input, key }),
    (saved) => {
      setSaved(true);
      showToast.success(t("created"));
      router.replace(`/admin/documents/${saved.id}`);
    },
  );
  useErrorFocus(
    box,
    ["language", "title", "content"].map(decision.fieldError).find((text) => text !== undefined),
  );
  const set = (change: Partial<CreateDocumentInput>) => {
    // It would be lost: the page moves on to what is being saved.
    if (decision.pending || isSaved) return;
    setDraft({ ...draft, ...change });
    decision.restart();
  };
  const isTouched = draft.title !== "" || draft.content !== "";
  return (
    <AdminPage
      title={t("newTitle")}
      breadcrumb={
        <TextLink look="action" href="/admin/documents">
          {t("back")}
        </TextLink>
      }
    >
      <div ref={box} className="space-y-4">
        <Card className="grid gap-4 lg:grid-cols-3">
          <Field label={t("type")} error={decision.fieldError("type")}>
            <Select
              name="type"
              value={draft.type}
              onChange={(event) => set({ type: event.target.value as DocumentType })}
            >
              {documentTypes.map((each) => (
                <option key={each} value={each}>
                  {t(`types.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t("language")}
            hint={draft.language === "" ? t("languageHint") : languageName(draft.language)}
            error={decision.fieldError("language")}
          >
            <TextInput
              name="language"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={draft.language}
              onChange={(event) => set({ language: event.target.value.trim() })}
            />
          </Field>
          <Switch
            label={t("publishAtOnce")}
            checked={draft.isActive}
            onCheckedChange={(isActive) => set({ isActive })}
          />
        </Card>
        <EditorFields
          value={draft}
          errors={{ title: decision.fieldError("title"), content: decision.fieldError("content") }}
          onChange={set}
        />
        {isTouched ? null : (
          // Nothing is unsaved yet, so there is no bar: pressed, it says what is missing.
          <div className="space-y-2 text-right">
            <InlineError>{decision.message}</InlineError>
            <Button
              pending={decision.pending}
              reservesWidth
              onClick={() => void decision.decide(draft)}
            >
              {t("create")}
            </Button>
          </div>
        )}
        <UnsavedBar
          count={isTouched && !isSaved ? 1 : 0}
          saveLabel={t("create")}
          pending={decision.pending}
          error={decision.message}
          onSave={() => void decision.decide(draft)}
          onDiscard={() => {
            setDraft(empty);
            decision.restart();
          }}
        />
      </div>
    </AdminPage>
  );
}
