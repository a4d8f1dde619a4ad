"use client";

import { useTranslations } from "next-intl";
import type { DialogField } from "@/components/forms/form-dialog";

/** Two fields for a new withdrawal password, which has the given name in the API, and the check that they are equal. */
export function useNewPasswordFields(name: string) {
  const t = useTranslations("withdraw.setPassword");
  const field = {
    kind: "password",
    autoComplete: "new-password",
  } as const;
  const fields: DialogField[] = [
    { ...field, name, label: t("withdrawPassword"), hint: t("hint") },
    { ...field, name: "repeat", isLocal: true, label: t("repeat") },
  ];
  return {
    fields,
    check: (values: Record<string, string>) => ({
      repeat: values.repeat === values[name] ? undefined : t("mismatch"),
    }),
  };
}
