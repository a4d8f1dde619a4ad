"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { PasswordInput } from "@/components/forms/password-input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { InlineError } from "@/components/ui/inline-error";
import { notify } from "@/components/ui/toast";
import { newPasswordSchema } from "@/lib/accounts/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useSetWithdrawPassword } from "@/lib/withdrawals/client";

type Errors = Partial<Record<"password" | "withdrawPassword" | "repeat", string>>;

/** Sets the first withdrawal password without leaving the way to the withdrawal. */
export function SetPasswordDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("withdraw.setPassword");
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [withdrawPassword, setWithdrawPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const save = useSetWithdrawPassword();

  const check = (): Errors => {
    const wanted = newPasswordSchema.safeParse(withdrawPassword);
    return {
      ...(password ? {} : { password: t("passwordMissing") }),
      ...(wanted.success ? {} : { withdrawPassword: wanted.error.issues[0]?.message }),
      ...(withdrawPassword === repeat ? {} : { repeat: t("mismatch") }),
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    save.mutate(
      { password, withdrawPassword },
      {
        onSuccess: () => {
          notify.success(t("done"));
          onOpenChange(false);
        },
        onError: (error) => {
          const wrong = error instanceof ApiError ? error.errors.password?.[0] : undefined;
          setErrors({ password: wrong });
          focusFirstError(form.current);
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      placement="sheet"
      title={t("title")}
      description={t("text")}
      locked={save.isPending}
      footer={
        <Button type="submit" form={formId} wide pending={save.isPending}>
          {t("save")}
        </Button>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="space-y-4">
        <Field label={t("password")} error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Field label={t("withdrawPassword")} hint={t("hint")} error={errors.withdrawPassword}>
          <PasswordInput
            autoComplete="new-password"
            value={withdrawPassword}
            onChange={(event) => setWithdrawPassword(event.target.value)}
          />
        </Field>
        <Field label={t("repeat")} error={errors.repeat}>
          <PasswordInput
            autoComplete="new-password"
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
          />
        </Field>
        <InlineError>{save.error && !errors.password ? messageOf(save.error) : null}</InlineError>
      </form>
    </Dialog>
  );
}
