"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { FormSelect, FormSwitch, FormText } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { useCreateDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto, CreateDocumentInput } from "@/lib/documents/staff-schema";
import { type DocumentType, documentTypes } from "@/lib/documents/types";
import { UnsavedBar } from "../editing/unsaved-bar";
import { useDecision } from "../payments/use-decision";
import { EditorFields } from "./editor-fields";
import { languageName } from "./language-name";

const loadSchema = () =>
  import("@/lib/documents/staff-schema").then((module) => module.createDocumentSchema);

/** The fields of a new document. */
export function NewDocumentForm({ type, language }: { type: DocumentType; language: string }) {
  const t = useTranslations("staffDocuments");
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const { element, ...form } = useSchemaForm<CreateDocumentInput, CreateDocumentInput>({
    start: { type, language, title: "", content: "", isActive: false },
    loadSchema,
    toInput: (draft) => ({ ...draft, language: draft.language.trim() }),
  });
  const draft = useWatch({ control: form.control }) as CreateDocumentInput;
  const create = useCreateDocument();
  const decision = useDecision<CreateDocumentInput, AdminDocumentDto>(
    ({ decision: input, key }) => create.mutateAsync({ input, key }),
    (saved) => {
      setSaved(true);
      showToast.success(t("created"));
      router.replace(`/admin/documents/${saved.id}`);
    },
  );
  const isTouched = draft.title !== "" || draft.content !== "";
  const code = draft.language.trim();
  const problem = decision.message ?? form.formState.errors.root?.message;
  const submit = () => {
    decision.restart();
    form.submit(decision.decide)();
  };
  return (
    <div ref={element} className="space-y-4">
      {/* What is typed now would be lost: the page moves on to what is being saved. */}
      <fieldset disabled={decision.pending || isSaved} className="min-w-0 space-y-4">
        <Card className="grid gap-4 lg:grid-cols-3">
          <FormSelect form={form} name="type" label={t("type")}>
            {documentTypes.map((each) => (
              <option key={each} value={each}>
                {t(`types.${each}`)}
              </option>
            ))}
          </FormSelect>
          <FormText
            form={form}
            name="language"
            label={t("language")}
            hint={code === "" ? t("languageHint") : languageName(code)}
            autoCapitalize="none"
            spellCheck={false}
          />
          <FormSwitch form={form} name="isActive" label={t("publishAtOnce")} />
        </Card>
        <EditorFields form={form} />
      </fieldset>
      {isTouched ? null : (
        // Nothing is unsaved yet, so there is no bar: pressed, it says what is missing.
        <div className="space-y-2 text-right">
          <InlineError>{problem}</InlineError>
          <Button pending={decision.pending} reservesWidth onClick={submit}>
            {t("create")}
          </Button>
        </div>
      )}
      <UnsavedBar
        count={isTouched && !isSaved ? 1 : 0}
        saveLabel={t("create")}
        pending={decision.pending}
        error={problem}
        onSave={submit}
        onDiscard={() => {
          form.reset();
          decision.restart();
        }}
      />
    </div>
  );
}
