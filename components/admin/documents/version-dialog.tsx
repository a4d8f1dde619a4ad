"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { Segmented } from "@/components/ui/segmented";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useUpdateDocument, useVersion } from "@/lib/documents/staff-client";
import type {
  AdminDocumentDto,
  DocumentTextDto,
  UpdateDocumentInput,
} from "@/lib/documents/staff-schema";
import { useDecision } from "../payments/use-decision";

const Difference = lazyPart(() => import("./difference").then((module) => module.default));

export interface VersionDialogProps {
  document: AdminDocumentDto;
  /** Something typed would get lost by restoring. */
  isUnsaved: boolean;
  mayChange: boolean;
  /** Which one is looked at; null while none is. */
  version: number | null;
  onClose: () => void;
}

/** One version of a document: its text, what differs from the current one, and the way back to it. */
export function VersionDialog(props: VersionDialogProps) {
  const { document, version, isUnsaved, mayChange, onClose } = props;
  const t = useTranslations("staffDocuments.versions");
  // The dialog still shows the last one while it closes.
  const [last, setLast] = useState(version);
  if (version !== null && version !== last) setLast(version);
  const answer = useVersion(document.id, last);
  const update = useUpdateDocument(document.id);
  const decision = useDecision<UpdateDocumentInput, AdminDocumentDto>(
    ({ decision: input, key }) => update.mutateAsync({ input, key }),
    (saved) => {
      showToast.success(t("restored", { version: last ?? 0, now: saved.version }));
      onClose();
    },
  );
  const close = () => {
    decision.restart();
    onClose();
  };
  const isOld = last !== document.version;
  const restore = ({ title, content }: DocumentTextDto) => {
    decision.restart();
    void decision.decide({ title, content, version: document.version });
  };
  return (
    <Dialog
      open={version !== null}
      onOpenChange={(open) => !open && close()}
      placement="side"
      title={t("dialogTitle", { version: last ?? 0 })}
      locked={decision.pending}
      footer={
        mayChange && isOld && answer.data && !isUnsaved ? (
          <Button
            wide
            pending={decision.pending}
            onClick={() => answer.data && restore(answer.data)}
          >
            {t("restore")}
          </Button>
        ) : null
      }
    >
      {answer.data ? (
        <VersionText current={document} version={answer.data} />
      ) : (
        <QueryState
          query={answer}
          label={t("loading")}
          rows={6}
          rowClass="h-6"
          text={(reason) => t("failed", { reason })}
        />
      )}
      <InlineError>{decision.message}</InlineError>
      {isUnsaved && isOld && mayChange ? <Banner tone="info">{t("unsaved")}</Banner> : null}
    </Dialog>
  );
}

/** Title and text, since a version may differ in either. */
const wholeText = ({ title, content }: Pick<DocumentTextDto, "title" | "content">) =>
  `${title}\n\n${content}`;

function VersionText({
  current,
  version,
}: {
  current: AdminDocumentDto;
  version: DocumentTextDto;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDocuments.versions");
  const isOld = version.version !== current.version;
  const [view, setView] = useState<"difference" | "text">("difference");
  return (
    <div className="space-y-4">
      <KeyValueRows
        boxed
        rows={[
          { label: t("titleColumn"), value: version.title },
          { label: t("author"), value: version.author ?? t("site") },
          { label: t("created"), value: formatDateTime(version.createdAt, { zone: true }) },
        ]}
      />
      {isOld ? (
        <Segmented
          label={t("view")}
          value={view}
          onValueChange={setView}
          options={[
            { value: "difference", label: t("toCurrent") },
            { value: "text", label: t("text") },
          ]}
        />
      ) : null}
      {isOld && view === "difference" ? (
        <Difference before={wholeText(version)} after={wholeText(current)} />
      ) : (
        <pre className="whitespace-pre-wrap rounded-control bg-surface-2 p-3 font-mono text-caption [overflow-wrap:anywhere]">
          {version.content}
        </pre>
      )}
    </div>
  );
}
