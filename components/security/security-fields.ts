"use client";

import { useTranslations } from "next-intl";
import type { DialogField } from "@/components/forms/form-dialog";

/** The fields that forms about what protects an account share, by name. */
export function useSecurityFields() {
  const t = useTranslations("security.fields");
  const secret = (name: string, autoComplete: string, extra: Partial<DialogField> = {}) => ({
    name,
    label: t(name),
    kind: "password" as const,
    autoComplete,
    ...extra,
  });
  return {
    password: secret("password", "current-password"),
    currentPassword: secret("currentPassword", "current-password"),
    currentWithdrawPassword: secret("currentWithdrawPassword", "off", {
      codes: ["WITHDRAW_PASSWORD_INCORRECT", "WITHDRAW_PASSWORD_NOT_SET"],
    }),
    newSecret: (name: string) => secret(name, "new-password", { hint: t("newHint") }),
    repeat: secret("repeat", "new-password", { isLocal: true }),
    /** Checks that `repeat` says the same as the field of this name. */
    isRepeated: (name: string) => (values: Record<string, string>) => ({
      repeat: values.repeat === values[name] ? undefined : t("mismatch"),
    }),
    totp: {
      name: "totp",
      label: t("totp"),
      kind: "code" as const,
      autoComplete: "one-time-code",
      hint: t("totpHint"),
      codes: ["TOTP_REQUIRED"],
    },
    phrase: {
      name: "phrase",
      label: t("phrase"),
      kind: "text" as const,
      autoComplete: "off",
      hint: t("phraseHint"),
    },
    newEmail: {
      name: "newEmail",
      label: t("newEmail"),
      kind: "email" as const,
      autoComplete: "email",
    },
  };
}

/** The API's check of a password and a code. */
export const loadBothProofs = () =>
  import("@/lib/security/schema").then((module) => module.twoFactorProofSchema);

/** How somebody proves who they are: by their password and, with two-factor, a code. */
export function useProof(hasTwoFactor: boolean | undefined) {
  const { password, totp } = useSecurityFields();
  return {
    fields: hasTwoFactor ? [password, totp] : [password],
    loadSchema: async () => {
      const both = await loadBothProofs();
      return hasTwoFactor ? both : both.partial({ totp: true });
    },
  };
}
