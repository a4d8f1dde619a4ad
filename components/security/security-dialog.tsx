"use client";

import { useTranslations } from "next-intl";
import { type DialogField, FormDialog, type FormDialogProps } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { newPasswordSchema } from "@/lib/accounts/schema";
import { securityCalls, useRefreshSecurity } from "@/lib/security/client";
import type { Security } from "@/lib/security/schema";
import { useAddressBookOnly } from "@/lib/withdrawals/address-client";

/** What the dialog is for. */
export type SecurityTask =
  | "password"
  | "withdrawPassword"
  | "email"
  | "twoFactorOff"
  | "recoveryCodes"
  | "addressBookOff";

export interface SecurityDialogProps {
  task: SecurityTask;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  security: Pick<Security, "twoFactorEnabled" | "holdHours">;
  /** New recovery codes, to be shown once. */
  onCodes: (codes: string[]) => void;
}

type Form = Pick<FormDialogProps, "fields" | "onSubmit"> & Partial<FormDialogProps>;

/** The fields that these forms share, by name. */
export function useSecurityFields() {
  const t = useTranslations("security.fields");
  const secret = (name: string, autoComplete: string, extra: Partial<DialogField> = {}) => ({
    name,
    label: t(name),
    kind: "password" as const,
    autoComplete,
    check: (value: string) => (value ? undefined : t("passwordMissing")),
    ...extra,
  });
  return {
    password: secret("password", "current-password"),
    currentPassword: secret("currentPassword", "current-password"),
    currentWithdrawPassword: secret("currentWithdrawPassword", "off", {
      codes: ["WITHDRAW_PASSWORD_INCORRECT", "WITHDRAW_PASSWORD_NOT_SET"],
    }),
    newSecret: (name: string) =>
      secret(name, "new-password", {
        hint: t("newHint"),
        check: (value) => newPasswordSchema.safeParse(value).error?.issues[0]?.message,
      }),
    repeat: (name: string) =>
      secret("repeat", "new-password", {
        check: (value, values) => (value === (values[name] ?? "") ? undefined : t("mismatch")),
      }),
    totp: {
      name: "totp",
      label: t("totp"),
      kind: "code" as const,
      autoComplete: "one-time-code",
      hint: t("totpHint"),
      codes: ["TOTP_REQUIRED"],
      check: (value: string) => (value.trim() ? undefined : t("totpMissing")),
    },
    newEmail: {
      name: "newEmail",
      label: t("newEmail"),
      kind: "email" as const,
      autoComplete: "email",
      check: (value: string) => (value.trim() ? undefined : t("emailMissing")),
    },
  };
}

/** The forms that change what protects an account, each with what it needs to prove. */
export function SecurityDialog(props: SecurityDialogProps) {
  const { task, security, onCodes, open, onOpenChange } = props;
  const t = useTranslations("security.tasks");
  const fields = useSecurityFields();
  const refresh = useRefreshSecurity();
  const bookOnly = useAddressBookOnly();
  const code = security.twoFactorEnabled ? [fields.totp] : [];
  const done = (answer: { message?: string }) => showToast.success(answer.message ?? t("done"));

  const forms: Record<SecurityTask, Form> = {
    password: {
      fields: [
        fields.currentPassword,
        fields.newSecret("newPassword"),
        fields.repeat("newPassword"),
      ],
      onSubmit: async ({ currentPassword = "", newPassword = "" }) =>
        done(await securityCalls.changePassword({ currentPassword, newPassword })),
    },
    withdrawPassword: {
      fields: [
        fields.currentWithdrawPassword,
        fields.newSecret("newWithdrawPassword"),
        fields.repeat("newWithdrawPassword"),
      ],
      onSubmit: async ({ currentWithdrawPassword = "", newWithdrawPassword = "" }) =>
        done(
          await securityCalls.changeWithdrawPassword({
            currentWithdrawPassword,
            newWithdrawPassword,
          }),
        ),
    },
    email: {
      fields: [fields.newEmail, fields.password, ...code],
      onSubmit: async ({ newEmail = "", password = "", totp }) =>
        done(await securityCalls.changeEmail({ newEmail, password, totp })),
    },
    twoFactorOff: {
      fields: [fields.password, fields.totp],
      submitVariant: "danger",
      onSubmit: async ({ password = "", totp = "" }) =>
        done(await securityCalls.disableTwoFactor({ password, totp })),
    },
    recoveryCodes: {
      fields: [fields.password, fields.totp],
      onSubmit: async ({ password = "", totp = "" }) => {
        const { recoveryCodes } = await securityCalls.renewRecoveryCodes({ password, totp });
        // The codes must be on the screen whatever becomes of the fetch that follows.
        onCodes(recoveryCodes);
      },
    },
    addressBookOff: {
      fields: [fields.password, ...code],
      submitVariant: "danger",
      onSubmit: async ({ password, totp }) => {
        await bookOnly.mutateAsync({ addressBookOnly: false, password, totp });
        showToast.success(t("done"));
      },
    },
  };
  const form = forms[task];
  return (
    <FormDialog
      {...form}
      // Another task is another form: nothing typed goes from one to the next.
      key={task}
      open={open}
      onOpenChange={onOpenChange}
      title={t(`${task}.title`)}
      text={t(`${task}.text`, { hours: security.holdHours })}
      submitLabel={t(`${task}.submit`)}
      onSubmit={async (values) => {
        await form.onSubmit(values);
        await refresh();
      }}
    />
  );
}
