"use client";

import { useTranslations } from "next-intl";
import { FormPassword, FormText } from "@/components/forms/form-fields";
import { SchemaDialog } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { useSecurity } from "@/lib/security/client";
import type { RemoveTwoFactorInput } from "@/lib/staff/schema";
import { useUserMutation } from "@/lib/staff/user-client";
import { FormReason } from "../../editing/form-reason";
import { useDecision } from "../../payments/use-decision";

type Draft = Required<RemoveTwoFactorInput>;

const EMPTY: Draft = { reason: "", password: "", totp: "" };
const loadSchema = () =>
  import("@/lib/staff/schema").then((module) => module.removeTwoFactorSchema);

/** Turns off a user's two-factor, with the password of whoever does it. */
export function TwoFactorOffDialog({
  user,
  open,
  onClose,
}: {
  user: { id: string; username: string };
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("staffUser.twoFactorOff");
  const tField = useTranslations("security.fields");
  const needsCode = useSecurity().data?.twoFactorEnabled === true;
  const form = useSchemaForm<Draft, RemoveTwoFactorInput>({
    start: EMPTY,
    loadSchema,
    toInput: ({ totp, ...others }) => ({ ...others, ...(needsCode ? { totp } : {}) }),
    check: ({ password, totp }) => ({
      ...(password ? {} : { password: tField("passwordMissing") }),
      ...(needsCode && !totp.trim() ? { totp: tField("totpMissing") } : {}),
    }),
    fieldCodes: { TOTP_REQUIRED: "totp" },
  });
  const remove = useUserMutation(user.id, (body: RemoveTwoFactorInput) =>
    api.delete(`/admin/users/${user.id}/two-factor`, { body }),
  );
  const close = () => {
    form.reset();
    onClose();
  };
  const decision = useDecision<RemoveTwoFactorInput, unknown>(
    ({ decision: body }) => remove.mutateAsync(body),
    () => {
      showToast.success(t("done", { username: user.username }));
      close();
    },
  );
  return (
    <SchemaDialog
      form={form}
      open={open}
      onClose={() => {
        decision.restart();
        close();
      }}
      placement="sheet"
      title={t("title", { username: user.username })}
      text={t("text")}
      submitLabel={t("submit")}
      submitVariant="danger"
      pending={decision.pending}
      error={decision.code === "TOTP_REQUIRED" ? null : decision.message}
      onValid={async (body) => {
        const failure = await decision.decide(body);
        // The dialog may be used again.
        if (failure === null) decision.restart();
        return failure;
      }}
    >
      <FormReason form={form} name="reason" />
      <FormPassword
        form={form}
        name="password"
        label={tField("password")}
        autoComplete="current-password"
      />
      {needsCode ? (
        <FormText
          form={form}
          name="totp"
          label={tField("totp")}
          hint={tField("totpHint")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
        />
      ) : null}
    </SchemaDialog>
  );
}
