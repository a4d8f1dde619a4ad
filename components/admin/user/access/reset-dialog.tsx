"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { Dialog } from "@/components/ui/overlays/dialog";
import { notify } from "@/components/ui/overlays/toast";
import { newPasswordSchema } from "@/lib/accounts/schema";
import { ApiError, api, messageOf } from "@/lib/platform/client/api";
import { useUserDeed } from "@/lib/staff/user-client";
import { isReason, ReasonField } from "../reason-field";
import { NewPasswordField } from "./new-password-field";

/** Which of the two passwords, by the last part of its endpoint. */
export type ResetKind = "password" | "withdraw-password";

const FIELDS = { password: "newPassword", "withdraw-password": "newWithdrawPassword" } as const;

export interface ResetDialogProps {
  user: { id: string; username: string };
  kind: ResetKind;
  open: boolean;
  onClose: () => void;
}

type Problems = { password?: string; reason?: string };

/** Gives an account another password, with what follows from it in words. */
export function ResetDialog({ user, kind, open, onClose }: ResetDialogProps) {
  const t = useTranslations("staffUser.reset");
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [password, setPassword] = useState("");
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const reset = useUserDeed(user.id, () =>
    api.put(`/admin/users/${user.id}/reset-${kind}`, { [FIELDS[kind]]: password, reason }),
  );
  const show = (found: Problems) => {
    setProblems(found);
    focusFirstError(form.current);
  };
  const close = () => {
    reset.reset();
    setPassword("");
    setReason("");
    setProblems({});
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending) return;
    const checked = newPasswordSchema.safeParse(password);
    const found: Problems = {
      ...(checked.success ? {} : { password: checked.error.issues[0]?.message }),
      ...(isReason(reason) ? {} : { reason: t("reasonMissing") }),
    };
    if (Object.keys(found).length > 0) return show(found);
    setProblems({});
    reset.mutate(undefined, {
      onSuccess: () => {
        notify.success(t(`${kind}.done`, { username: user.username }));
        close();
      },
      onError: (failure) => {
        const errors = failure instanceof ApiError ? failure.errors : {};
        show({ password: errors[FIELDS[kind]]?.[0], reason: errors.reason?.[0] });
      },
    });
  };
  const isAboutField = Object.values(problems).some(Boolean);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      placement="sheet"
      locked={reset.isPending}
      title={t(`${kind}.title`, { username: user.username })}
      description={t(`${kind}.text`)}
      footer={
        <Button type="submit" form={formId} wide variant="danger" pending={reset.isPending}>
          {t(`${kind}.submit`)}
        </Button>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="space-y-4">
        <NewPasswordField
          label={t(`${kind}.field`)}
          value={password}
          error={problems.password}
          onChange={(next) => {
            setPassword(next);
            setProblems({ ...problems, password: undefined });
          }}
        />
        <ReasonField
          value={reason}
          error={problems.reason}
          onChange={(next) => {
            setReason(next);
            setProblems({ ...problems, reason: undefined });
          }}
        />
        <InlineError>{reset.error && !isAboutField ? messageOf(reset.error) : null}</InlineError>
      </form>
    </Dialog>
  );
}
