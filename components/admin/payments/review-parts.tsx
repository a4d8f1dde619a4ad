"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { FormTextArea } from "@/components/forms/form-fields";
import { SchemaForm, type SchemaFormProps } from "@/components/forms/schema-form";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useShortcuts } from "@/components/ui/shortcuts";
import { KeyHint } from "../panel/shortcut-help";

type Answer = {
  isPending: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

export interface ReviewDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  answer: Answer;
  /** Null while the request is not loaded. */
  children: ReactNode;
}

/** The dialog around a request under review, in all its states. */
export function ReviewDialog({ open, onClose, title, answer, children }: ReviewDialogProps) {
  const t = useTranslations("staff.review");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      placement="wide"
      title={title}
    >
      {children ?? <QueryState query={answer} label={t("loading")} rows={5} />}
    </Dialog>
  );
}

/** Takes the focus when the dialog goes on to another request. */
export function ReviewStart({ takeFocus, children }: { takeFocus: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takeFocus) element.current?.focus();
  }, [takeFocus]);
  return (
    <div ref={element} tabIndex={-1} className="flex flex-wrap items-center gap-3">
      {children}
    </div>
  );
}

/** Says that a colleague was faster; what they decided shows in the request itself. */
export function ConflictBanner({ text, onNext }: { text: string; onNext: () => void }) {
  const t = useTranslations("staff.review");
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = banner.current?.closest("[role=dialog]");
    const focused = document.activeElement;
    // The form that had the focus may have gone with the decision: the dialog itself has it then, or nothing.
    if (focused === dialog || !dialog?.contains(focused)) banner.current?.focus();
    else banner.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return (
    <div ref={banner} role="alert" tabIndex={-1}>
      <Banner
        tone="warn"
        action={
          <Button variant="outline" onClick={onNext}>
            {t("next")}
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  );
}

/** The note to the user. */
export function NoteField<Draft extends { adminNotes: string }, Input>({
  form,
  required,
}: {
  form: SchemaFormState<Draft, Input>;
  required: boolean;
}) {
  const t = useTranslations("staff.review");
  return (
    <FormTextArea
      form={form}
      name={"adminNotes" as FieldPath<Draft>}
      label={required ? t("note") : t("noteOptional")}
      hint={t("noteHint")}
      rows={3}
      maxLength={500}
      aria-required={required}
    />
  );
}

/** One step of a decision: its fields, what went wrong, Back and the verb. */
export function DecisionForm<Draft extends FieldValues, Input>({
  form,
  title,
  confirmLabel,
  variant,
  pending,
  error,
  onBack,
  onValid,
  children,
}: Pick<SchemaFormProps<Draft, Input>, "form" | "onValid" | "children"> & {
  title: string;
  confirmLabel: string;
  variant: ButtonProps["variant"];
  pending: boolean;
  error: ReactNode;
  onBack: () => void;
}) {
  const t = useTranslations("ui");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sendByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) event.currentTarget.requestSubmit();
  };
  const footer = (
    <div className="flex gap-3">
      <Button variant="outline" onClick={() => !pending && onBack()}>
        {t("back")}
      </Button>
      <Button
        type="submit"
        variant={variant}
        pending={pending}
        className="min-w-0 flex-1 shrink"
        // The second click of a double click agrees to nothing that the first one's answer says.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {confirmLabel}
      </Button>
    </div>
  );
  return (
    <SchemaForm
      form={form}
      onValid={onValid}
      error={error}
      onKeyDown={sendByKeys}
      className="space-y-4 border-line border-t pt-4"
      footer={footer}
    >
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-section">
        {title}
      </h3>
      {children}
    </SchemaForm>
  );
}

/**
 * The first choice: what to do with the request. Its keys only open the next step, which says what
 * will happen and has to be confirmed.
 */
export function DecisionBar({
  rejectLabel,
  onReject,
  label,
  onGoOn,
}: {
  rejectLabel: string;
  onReject: () => void;
  label: string;
  onGoOn: () => void;
}) {
  useShortcuts("dialog", { a: onGoOn, r: onReject });
  return (
    <div className="-bottom-5 -mx-5 sticky z-10 flex gap-3 border-line border-t bg-surface px-5 py-4 xl:mt-auto">
      <Button variant="outline" aria-keyshortcuts="r" onClick={onReject}>
        {rejectLabel} <KeyHint>R</KeyHint>
      </Button>
      <Button className="min-w-0 flex-1 shrink" aria-keyshortcuts="a" onClick={onGoOn}>
        {label} <KeyHint>A</KeyHint>
      </Button>
    </div>
  );
}
