"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button, type ButtonProps } from "../button";
import { InlineError } from "../display/inline-error";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  confirmVariant?: ButtonProps["variant"];
  onConfirm: () => void;
  pending?: boolean;
  error?: ReactNode;
  /** The person must type exactly this (a username) before the action runs. */
  typeToConfirm?: string;
  /** More fields, such as a required reason. */
  children?: ReactNode;
}

/** Asks before something that cannot be taken back. The scrim does not close it; focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  confirmVariant = "danger",
  onConfirm,
  pending = false,
  error,
  typeToConfirm,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations("ui");
  const formId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const typed = useRef<HTMLInputElement>(null);
  const [mismatch, setMismatch] = useState(false);
  const setOpen = (next: boolean) => {
    if (!next && pending) return;
    setMismatch(false);
    onOpenChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const wrong = typeToConfirm !== undefined && typed.current?.value !== typeToConfirm;
    setMismatch(wrong);
    if (wrong) typed.current?.focus();
    else onConfirm();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim fixed inset-0 z-40" />
        <AlertDialog.Popup
          initialFocus={cancel}
          className="popup -translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[calc(100%-2rem)] max-w-[430px] overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-popup outline-none"
        >
          <AlertDialog.Title className="font-semibold text-sheet">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-text-2">
            {description}
          </AlertDialog.Description>
          <form id={formId} noValidate onSubmit={submit} className="mt-4 space-y-4">
            {typeToConfirm === undefined ? null : (
              <Field
                label={t("typeToConfirm", { text: typeToConfirm })}
                error={mismatch ? t("typeMismatch", { text: typeToConfirm }) : undefined}
              >
                <TextInput
                  ref={typed}
                  autoComplete="off"
                  spellCheck={false}
                  onChange={({ target }) => {
                    if (mismatch) setMismatch(target.value !== typeToConfirm);
                  }}
                />
              </Field>
            )}
            {children}
            <InlineError>{error}</InlineError>
            {/* On the narrowest phones a verb with an amount has no room beside another button. */}
            <div className="flex gap-3 max-[359px]:flex-col-reverse">
              <Button ref={cancel} variant="outline" onClick={() => setOpen(false)}>
                {t("cancel")}
              </Button>
              <Button
                type="submit"
                variant={confirmVariant}
                pending={pending}
                className="min-w-0 flex-1 shrink"
              >
                {confirmLabel}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
