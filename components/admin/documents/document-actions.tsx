"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { StatusPill } from "@/components/ui/display/pill";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { Switch } from "@/components/ui/switch";
import { TextLink } from "@/components/ui/text-link";
import { useDeleteDocument, useToggleDocument } from "@/lib/documents/staff-client";
import type { AdminDocumentDto } from "@/lib/documents/staff-schema";
import { messageOf } from "@/lib/platform/client/api";

/** The public address of a document; English is what the page shows by itself. */
export function publicHref({
  type,
  language,
}: Pick<AdminDocumentDto, "type" | "language">): string {
  return language === "en" ? `/${type}` : `/${type}?lang=${language}`;
}

/** Whether a document is public, its page, and the way to delete it. */
export function DocumentActions({
  document,
  mayChange,
}: {
  document: AdminDocumentDto;
  mayChange: boolean;
}) {
  const t = useTranslations("staffDocuments");
  return (
    <>
      {document.isActive ? (
        <TextLink look="action" href={publicHref(document)} target="_blank">
          {t("openPage")}
        </TextLink>
      ) : null}
      <DocumentStatus document={document} mayChange={mayChange} />
      {mayChange ? <DeleteDocument document={document} /> : null}
    </>
  );
}

/**
 * Publishes a document or takes it off the site, after a question. What is asked is fixed when the dialog opens: a
 * colleague may switch the document meanwhile.
 */
export function DocumentStatus({
  document,
  mayChange,
  hideLabel = false,
}: {
  document: AdminDocumentDto;
  mayChange: boolean;
  hideLabel?: boolean;
}) {
  const t = useTranslations("staffDocuments.status");
  const [open, setOpen] = useState(false);
  const toggle = useToggleDocument();
  const { id, title, isActive } = document;
  const [target, setTarget] = useState(!isActive);
  if (!mayChange) return <StatusPill status={isActive ? "active" : "inactive"} />;
  const ask = () => {
    toggle.reset();
    setTarget(!isActive);
    setOpen(true);
  };
  const done = t(target ? "switchedOn" : "switchedOff");
  // Not after one's own success: the dialog keeps its words while it goes away.
  const isDone = isActive === target && !toggle.isPending && !toggle.isSuccess;
  const confirm = () => {
    // After a success it is the second click of a double click, on a dialog that goes away.
    if (isDone || toggle.isSuccess) return setOpen(false);
    toggle.mutate(
      { id, isActive: target },
      {
        onSuccess: () => {
          setOpen(false);
          showToast.success(done);
        },
      },
    );
  };
  const doing = target ? "on" : "off";
  return (
    <>
      <Switch
        label={hideLabel ? t("labelOf", { title }) : t("label")}
        hideLabel={hideLabel}
        checked={isActive}
        onCheckedChange={ask}
      />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={isDone ? done : t(`${doing}Title`, { title })}
        description={t(isDone ? "alreadyText" : `${doing}Text`)}
        confirmLabel={t(isDone ? "alreadyConfirm" : `${doing}Confirm`)}
        confirmVariant={isDone ? "outline" : target ? "primary" : "danger"}
        pending={toggle.isPending}
        error={toggle.error && !isDone ? messageOf(toggle.error) : null}
        onConfirm={confirm}
      />
    </>
  );
}

function DeleteDocument({ document }: { document: AdminDocumentDto }) {
  const t = useTranslations("staffDocuments.delete");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const remove = useDeleteDocument();
  return (
    <>
      <Button
        variant="outline"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => {
          remove.reset();
          setOpen(true);
        }}
      >
        {t("button")}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("title", { title: document.title })}
        description={t("text")}
        confirmLabel={t("confirm")}
        typeToConfirm={document.title}
        pending={remove.isPending}
        error={remove.error ? messageOf(remove.error) : null}
        onConfirm={() =>
          remove.mutate(document.id, {
            onSuccess: () => {
              showToast.success(t("done"));
              router.replace(`/admin/documents?language=${document.language}`);
            },
          })
        }
      />
    </>
  );
}
