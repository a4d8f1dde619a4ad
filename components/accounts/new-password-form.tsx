"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { showToast } from "@/components/ui/overlays/toast";
import type { Door } from "@/lib/accounts/rules";
import { securityCalls } from "@/lib/security/client";
import { FormPassword } from "../forms/form-fields";
import { SchemaForm } from "../forms/schema-form";
import { useSchemaForm } from "../forms/use-schema-form";
import { Button } from "../ui/button";
import { LogOutButton } from "./log-out-button";
import { useGoOn } from "./use-sign-in";

type Draft = { currentPassword: string; newPassword: string; repeat: string };
type Input = { currentPassword: string; newPassword: string };

const loadSchema = () =>
  import("@/lib/accounts/schema").then((module) => module.changePasswordSchema);

/** Takes the place of a password that support set, and goes on. */
export function NewPasswordForm({ door, goOnTo }: { door: Door; goOnTo: string }) {
  const t = useTranslations("newPassword");
  const fields = useTranslations("security.fields");
  const goOn = useGoOn();
  const [pending, setPending] = useState(false);
  const form = useSchemaForm<Draft, Input>({
    start: { currentPassword: "", newPassword: "", repeat: "" },
    loadSchema,
    toInput: ({ repeat: _, ...input }) => input,
    check: ({ newPassword, repeat }) => ({
      repeat: repeat === newPassword ? undefined : fields("mismatch"),
    }),
  });
  async function send(input: Input): Promise<unknown> {
    setPending(true);
    try {
      await securityCalls.changePassword(input);
      showToast.success(t("done"));
      goOn(goOnTo);
      return null;
    } catch (failure) {
      setPending(false);
      return failure;
    }
  }
  return (
    <div className="space-y-4">
      <Banner tone="info">{t("text")}</Banner>
      <SchemaForm
        form={form}
        onValid={send}
        footer={
          <Button type="submit" wide pending={pending}>
            {t("submit")}
          </Button>
        }
      >
        <FormPassword
          form={form}
          name="currentPassword"
          label={t("oneTime")}
          autoComplete="current-password"
        />
        <FormPassword
          form={form}
          name="newPassword"
          label={fields("newPassword")}
          hint={fields("newHint")}
          autoComplete="new-password"
        />
        <FormPassword
          form={form}
          name="repeat"
          label={fields("repeat")}
          autoComplete="new-password"
        />
      </SchemaForm>
      <LogOutButton door={door} />
    </div>
  );
}
