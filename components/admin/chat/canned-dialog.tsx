"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { Button } from "@/components/ui/button";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useCannedReplies, useDeleteReply } from "@/lib/chat/canned/client";
import type { CannedReplyDto } from "@/lib/chat/canned/schema";
import { messageOf } from "@/lib/platform/client/api";
import { CannedForm } from "./canned-form";

export interface CannedDialogProps {
  open: boolean;
  onClose: () => void;
  onInsert: (reply: CannedReplyDto) => void;
  /** Gets the focus afterwards. */
  finalFocus: RefObject<HTMLElement | null>;
}

/** All saved replies: to insert one, and to add, change and delete them. */
export function CannedDialog({ open, onClose, onInsert, finalFocus }: CannedDialogProps) {
  const t = useTranslations("staffChat");
  const [editing, setEditing] = useState<CannedReplyDto | "new" | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        setEditing(null);
        onClose();
      }}
      placement="side"
      title={t("replies")}
      description={t("repliesText")}
      finalFocus={finalFocus}
    >
      {editing ? (
        <CannedForm reply={editing === "new" ? null : editing} onDone={() => setEditing(null)} />
      ) : (
        <div className="space-y-4">
          <Button
            variant="outline"
            icon={<Plus aria-hidden="true" />}
            onClick={() => setEditing("new")}
          >
            {t("newReply")}
          </Button>
          <Replies onInsert={onInsert} onEdit={setEditing} />
        </div>
      )}
    </Dialog>
  );
}

type RepliesProps = {
  onInsert: (reply: CannedReplyDto) => void;
  onEdit: (reply: CannedReplyDto) => void;
};

function Replies({ onInsert, onEdit }: RepliesProps) {
  const t = useTranslations("staffChat");
  const answer = useCannedReplies(true);
  const [deleting, setDeleting] = useState<CannedReplyDto | null>(null);
  if (!answer.data) {
    return <QueryState query={answer} label={t("replies")} rows={4} />;
  }
  if (answer.data.length === 0) return <EmptyState text={t("noReplies")} />;
  return (
    <>
      <ul aria-label={t("replies")} className="rounded-card border border-line">
        {answer.data.map((reply) => (
          <li key={reply.id} className="space-y-2 border-line p-3 not-last:border-b">
            <h3 className="font-semibold [overflow-wrap:anywhere]">{reply.title}</h3>
            <p className="line-clamp-3 whitespace-pre-wrap text-text-2 [overflow-wrap:anywhere]">
              {reply.text}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button
                aria-label={t("insertReply", { title: reply.title })}
                onClick={() => onInsert(reply)}
              >
                {t("insert")}
              </Button>
              <Button
                variant="outline"
                aria-label={t("editReply", { title: reply.title })}
                onClick={() => onEdit(reply)}
              >
                {t("edit")}
              </Button>
              <Button
                variant="outline"
                aria-label={t("deleteReply", { title: reply.title })}
                onClick={() => setDeleting(reply)}
              >
                {t("delete")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {deleting ? <DeleteReply reply={deleting} onDone={() => setDeleting(null)} /> : null}
    </>
  );
}

function DeleteReply({ reply, onDone }: { reply: CannedReplyDto; onDone: () => void }) {
  const t = useTranslations("staffChat");
  const remove = useDeleteReply();
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={t("deleteTitle", { title: reply.title })}
      description={t("deleteText")}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      error={remove.isError ? messageOf(remove.error) : null}
      onConfirm={() => remove.mutate(reply.id, { onSuccess: onDone })}
    />
  );
}
