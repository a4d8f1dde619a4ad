"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { TextLink } from "@/components/ui/text-link";
import { useAdminDocument, useUpdateDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto, UpdateDocumentInput } from "@/lib/documents/staff-schema";
import { UnsavedBar } from "../editing/unsaved-bar";
import { useErrorFocus } from "../editing/use-error-focus";
import { useDecision } from "../payments/use-decision";
import { DocumentActions } from "./document-actions";
import { type DocumentText, EditorFields } from "./editor-fields";
import { languageName } from "./language-name";
import { Versions } from "./versions";

const Difference = lazyPart(() => import("./difference").then((module) => module.default));

/** What is typed and not saved, and which version it was typed over. */
type Draft = DocumentText & { version: number };

/** One document: its text with a preview, whether it is public, and its versions. */
export function DocumentEditor({
  document: loaded,
  mayChange,
}: {
  document: AdminDocumentDto;
  mayChange: boolean;
}) {
  const t = useTranslations("staffDocuments");
  const document = useAdminDocument(loaded.id).data ?? loaded;
  const box = useRef<HTMLDivElement>(null);
  const editor = useEditor(document);
  const { draft, decision, isConflict } = editor;
  useErrorFocus(box, decision.fieldError("title") ?? decision.fieldError("content"));
  return (
    <AdminPage
      title={t("editTitle", {
        type: t(`types.${document.type}`),
        language: languageName(document.language),
      })}
      breadcrumb={
        <TextLink look="action" href={`/admin/documents?language=${document.language}`}>
          {t("back")}
        </TextLink>
      }
      actions={<DocumentActions document={document} mayChange={mayChange} />}
    >
      <div ref={box} className="space-y-4">
        {isConflict && draft ? (
          <ConflictBanner document={document} draft={draft} editor={editor} />
        ) : null}
        {mayChange ? (
          <EditorFields
            value={draft ?? document}
            errors={{
              title: decision.fieldError("title"),
              content: decision.fieldError("content"),
            }}
            onChange={editor.type}
          />
        ) : (
          <Banner tone="info">{t("readOnly")}</Banner>
        )}
        <Versions document={document} isUnsaved={draft !== null} mayChange={mayChange} />
        <UnsavedBar
          count={editor.changes}
          saveLabel={t("save", { version: document.version + 1 })}
          pending={decision.pending}
          error={editor.isHeld && isConflict ? t("conflict.decide") : decision.message}
          onSave={editor.save}
          onDiscard={editor.discard}
        />
      </div>
    </AdminPage>
  );
}

function useEditor(document: AdminDocumentDto) {
  const t = useTranslations("staffDocuments");
  const update = useUpdateDocument(document.id);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isHeld, setHeld] = useState(false);
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
      setDraft((now) => {
        const isSent = now?.title === sent.title && now?.content === sent.content;
        return now === null || isSent ? null : { ...now, version: saved.version };
      });
      showToast.success(t("saved", { version: saved.version }));
    },
  );
  const isConflict = draft !== null && draft.version !== document.version;
  const changes = draft
    ? Number(draft.title !== document.title) + Number(draft.content !== document.content)
    : 0;
  return {
    draft,
    changes,
    decision,
    isConflict,
    isHeld,
    type: (text: DocumentText) => {
      const version = draft?.version ?? document.version;
      const isBack = text.title === document.title && text.content === document.content;
      setDraft(isBack ? null : { ...text, version });
      if (!decision.pending) decision.restart();
    },
    save: () => {
      setHeld(isConflict);
      if (isConflict || draft === null) return;
      decision.restart();
      void decision.decide(draft);
    },
    keepMine: () => setDraft(draft && { ...draft, version: document.version }),
    discard: () => {
      setDraft(null);
      decision.restart();
    },
  };
}

/** What somebody else saved meanwhile, and the choice between the two texts. */
function ConflictBanner({
  document,
  draft,
  editor,
}: {
  document: AdminDocumentDto;
  draft: Draft;
  editor: ReturnType<typeof useEditor>;
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
      {isOpen ? <Difference before={document.content} after={draft.content} /> : null}
    </div>
  );
}
