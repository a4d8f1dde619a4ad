"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { useAdminDocument, useUpdateDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto, UpdateDocumentInput } from "@/lib/documents/staff-schema";
import { UnsavedBar } from "../editing/unsaved-bar";
import { useSeen } from "../editing/use-seen";
import { useDecision } from "../payments/use-decision";
import { type DocumentText, EditorFields } from "./editor-fields";
import { Versions } from "./versions";

const Difference = lazyPart(() => import("./difference").then((module) => module.default));

const textOf = ({ title, content }: DocumentText): DocumentText => ({ title, content });

const loadSchema = () =>
  import("@/lib/documents/staff-schema").then((module) => module.updateDocumentSchema);

/** The text of a document with its preview, and its versions. */
export function DocumentForm({
  document,
  mayChange,
}: {
  document: AdminDocumentDto;
  mayChange: boolean;
}) {
  const t = useTranslations("staffDocuments");
  const { element, ...editor } = useEditor(document);
  const { form, decision, isConflict } = editor;
  return (
    <div ref={element} className="space-y-4">
      {isConflict ? <ConflictBanner document={document} editor={editor} /> : null}
      {mayChange ? <EditorFields form={form} /> : <Banner tone="info">{t("readOnly")}</Banner>}
      <Versions document={document} isUnsaved={editor.changes > 0} mayChange={mayChange} />
      <UnsavedBar
        count={editor.changes}
        saveLabel={t("save", { version: document.version + 1 })}
        pending={decision.pending}
        error={editor.isHeld && isConflict ? t("conflict.decide") : editor.problem}
        onSave={editor.save}
        onDiscard={editor.discard}
      />
    </div>
  );
}

function useEditor(document: AdminDocumentDto) {
  const t = useTranslations("staffDocuments");
  const update = useUpdateDocument(document.id);
  const [isHeld, setHeld] = useState(false);
  const { element, ...form } = useSchemaForm<DocumentText, UpdateDocumentInput>({
    start: textOf(document),
    follows: true,
    loadSchema,
  });
  const changes = Object.keys(form.formState.dirtyFields).length;
  const [seen, setSeen] = useSeen(document.version, changes > 0);
  const refetch = useAdminDocument(document.id).refetch;
  const decision = useDecision<UpdateDocumentInput, AdminDocumentDto>(
    async ({ decision: input, key }) => {
      try {
        return await update.mutateAsync({ input, key });
      } catch (failure) {
        // What somebody else saved shows beside what was typed.
        await refetch();
        throw failure;
      }
    },
    (saved, sent) => {
      const { title, content } = form.getValues();
      // What was typed meanwhile is a change of what is saved now.
      const isSent = title.trim() === sent.title && content === sent.content;
      form.reset(textOf(saved), { keepDirtyValues: !isSent });
      setSeen(saved.version);
      showToast.success(t("saved", { version: saved.version }));
    },
  );
  const isConflict = seen !== document.version;
  return {
    element,
    form,
    changes,
    decision,
    isConflict,
    isHeld,
    /** What went wrong with the whole. */
    problem: decision.message ?? form.formState.errors.root?.message,
    save: () => {
      setHeld(isConflict);
      if (isConflict) return;
      decision.restart();
      form.submit((text) => decision.decide({ ...text, version: seen }))();
    },
    keepMine: () => setSeen(document.version),
    discard: () => {
      form.reset(textOf(document));
      decision.restart();
    },
  };
}

/** What somebody else saved meanwhile, and the choice between the two texts. */
function ConflictBanner({
  document,
  editor,
}: {
  document: AdminDocumentDto;
  editor: Omit<ReturnType<typeof useEditor>, "element">;
}) {
  const t = useTranslations("staffDocuments.conflict");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="space-y-3">
      <Banner
        tone="warn"
        live
        action={
          <span className="flex flex-wrap gap-2 pt-1">
            <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t("difference")}
            </Button>
            <Button variant="outline" onClick={editor.keepMine}>
              {t("keepMine")}
            </Button>
            <Button variant="outline" onClick={editor.discard}>
              {t("takeTheirs")}
            </Button>
          </span>
        }
      >
        {t("text", { name: document.author ?? t("somebody"), version: document.version })}
      </Banner>
      {isOpen ? (
        <Difference before={document.content} after={editor.form.getValues("content")} />
      ) : null}
    </div>
  );
}
