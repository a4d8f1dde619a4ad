"use client";

import { useTranslations } from "next-intl";
import { SchemaDialog } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { showToast } from "@/components/ui/overlays/toast";
import { api } from "@/lib/platform/client/api";
import { useUserMutation } from "@/lib/staff/user-client";
import { FormReason } from "../../editing/form-reason";
import { useDecision } from "../../payments/use-decision";
import { NewPasswordField } from "./new-password-field";

/** Which of the two passwords, by the last part of its endpoint. */
export type ResetKind = "password" | "withdraw-password";

type Draft = { secret: string; reason: string };

const FIELDS = { password: "newPassword", "withdraw-password": "newWithdrawPassword" } as const;

const EMPTY: Draft = { secret: "", reason: "" };

/** As the API takes both, which can be reset without a reason elsewhere. */
const loadSchema = async (kind: ResetKind) => {
  const [accounts, { reasonSchema }] = await Promise.all([
    import("@/lib/staff/schema"),
    import("@/lib/platform/reason-schema"),
  ]);
  return kind === "password"
    ? accounts.resetPasswordByStaffSchema.extend({ reason: reasonSchema })
    : accounts.resetWithdrawPasswordSchema.extend({ reason: reasonSchema });
};

export interface ResetDialogProps {
  user: { id: string; username: string };
  kind: ResetKind;
  open: boolean;
  onClose: () => void;
}

/** Gives an account another password, with what follows from it in words. */
export function ResetDialog({ user, kind, open, onClose }: ResetDialogProps) {
  const t = useTranslations("staffUser.reset");
  const form = useSchemaForm<Draft, object>({
    start: EMPTY,
    loadSchema: () => loadSchema(kind),
    toInput: ({ secret, reason }) => ({ [FIELDS[kind]]: secret, reason }),
    fieldNames: { [FIELDS[kind]]: "secret" },
  });
  const reset = useUserMutation(user.id, (body: object) =>
    api.put(`/admin/users/${user.id}/reset-${kind}`, body),
  );
  const close = () => {
    form.reset();
    onClose();
  };
  const decision = useDecision<object, unknown>(
    ({ decision: body }) => reset.mutateAsync(body),
    () => {
      showToast.success(t(`${kind}.done`, { username: user.username }));
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
      title={t(`${kind}.title`, { username: user.username })}
      text={t(`${kind}.text`)}
      submitLabel={t(`${kind}.submit`)}
      submitVariant="danger"
      pending={decision.pending}
      error={decision.message}
      onValid={async (body) => {
        const failure = await decision.decide(body);
        // The dialog may be used again.
        if (failure === null) decision.restart();
        return failure;
      }}
    >
      <NewPasswordField form={form} name="secret" label={t(`${kind}.field`)} />
      <FormReason form={form} name="reason" />
    </SchemaDialog>
  );
}
