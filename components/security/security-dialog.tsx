"use client";

import { useTranslations } from "next-intl";
import { FormDialog, type FormDialogProps } from "@/components/forms/form-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { securityCalls, useRefreshSecurity } from "@/lib/security/client";
import { setDeviceApproval } from "@/lib/security/device-client";
import type { Security } from "@/lib/security/schema";
import { useAddressBookOnly } from "@/lib/withdrawals/address-client";
import { loadBothProofs, useProof, useSecurityFields } from "./security-fields";

/** What the dialog is for. */
export type SecurityTask =
  | "password"
  | "withdrawPassword"
  | "email"
  | "twoFactorOff"
  | "recoveryCodes"
  | "addressBookOff"
  | "phrase"
  | "phraseOff"
  | "approvalOff";

export interface SecurityDialogProps {
  task: SecurityTask;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  security: Pick<Security, "twoFactorEnabled" | "holdHours">;
  /** New recovery codes, to be shown once. */
  onCodes: (codes: string[]) => void;
}

type Form<Input> = Pick<FormDialogProps<Input>, "fields" | "onSubmit" | "loadSchema"> &
  Pick<Partial<FormDialogProps<Input>>, "check" | "submitVariant">;

const accounts = () => import("@/lib/accounts/schema");
const phrase = () => import("@/lib/security/phrase-schema");
const protection = () => import("@/lib/security/schema");

/** The forms that change what protects an account, each with what it needs to prove. */
export function SecurityDialog(props: SecurityDialogProps) {
  const { task, security, onCodes, open, onOpenChange } = props;
  const t = useTranslations("security.tasks");
  const { newSecret, repeat, isRepeated, ...fields } = useSecurityFields();
  const proof = useProof(security.twoFactorEnabled);
  const bothProofs = { fields: [fields.password, fields.totp], loadSchema: loadBothProofs };
  const refresh = useRefreshSecurity();
  const bookOnly = useAddressBookOnly();
  const done = (answer: { message?: string }) => showToast.success(answer.message ?? t("done"));
  const dialog = <Input,>(form: Form<Input>) => (
    <FormDialog
      {...form}
      // Another task is another form: nothing typed goes from one to the next.
      key={task}
      open={open}
      onOpenChange={onOpenChange}
      title={t(`${task}.title`)}
      text={t(`${task}.text`, { hours: security.holdHours })}
      submitLabel={t(`${task}.submit`)}
      onSubmit={async (input) => {
        await form.onSubmit(input);
        await refresh();
      }}
    />
  );
  switch (task) {
    case "password":
      return dialog({
        fields: [fields.currentPassword, newSecret("newPassword"), repeat],
        loadSchema: () => accounts().then((module) => module.changePasswordSchema),
        check: isRepeated("newPassword"),
        onSubmit: async (input) => done(await securityCalls.changePassword(input)),
      });
    case "withdrawPassword":
      return dialog({
        fields: [fields.currentWithdrawPassword, newSecret("newWithdrawPassword"), repeat],
        loadSchema: () => accounts().then((module) => module.changeWithdrawPasswordSchema),
        check: isRepeated("newWithdrawPassword"),
        onSubmit: async (input) => done(await securityCalls.changeWithdrawPassword(input)),
      });
    case "email":
      return dialog({
        fields: [fields.newEmail, ...proof.fields],
        loadSchema: async () =>
          (await protection()).changeEmailSchema.extend((await proof.loadSchema()).shape),
        onSubmit: async (input) => done(await securityCalls.changeEmail(input)),
      });
    case "twoFactorOff":
      return dialog({
        ...bothProofs,
        submitVariant: "danger",
        onSubmit: async (input) => done(await securityCalls.disableTwoFactor(input)),
      });
    case "recoveryCodes":
      return dialog({
        ...bothProofs,
        onSubmit: async (input) => {
          const { recoveryCodes } = await securityCalls.renewRecoveryCodes(input);
          // The codes must be on the screen whatever becomes of the fetch that follows.
          onCodes(recoveryCodes);
        },
      });
    case "phrase":
      return dialog({
        fields: [fields.phrase, ...proof.fields],
        loadSchema: async () =>
          (await phrase()).choosePhraseSchema.extend((await proof.loadSchema()).shape),
        onSubmit: async (input) => done(await securityCalls.setPhrase(input)),
      });
    case "phraseOff":
      return dialog({
        ...proof,
        submitVariant: "danger",
        onSubmit: async (input) => done(await securityCalls.setPhrase({ phrase: "", ...input })),
      });
    case "approvalOff":
      return dialog({
        ...proof,
        submitVariant: "danger",
        onSubmit: async (input) => done(await setDeviceApproval({ enabled: false, ...input })),
      });
    case "addressBookOff":
      return dialog({
        ...proof,
        submitVariant: "danger",
        onSubmit: async (input) => {
          await bookOnly.mutateAsync({ addressBookOnly: false, ...input });
          showToast.success(t("done"));
        },
      });
  }
}
