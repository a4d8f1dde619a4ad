"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { PersonFields } from "@/components/accounts/register/register-fields";
import { FormText } from "@/components/forms/form-fields";
import { SchemaForm } from "@/components/forms/schema-form";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { countries } from "@/lib/accounts/countries";
import type { RegisterForm, RegisterFormInput } from "@/lib/accounts/schema";
import { type CreateUserInput, useCreateUser } from "@/lib/staff/client";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { useDecision } from "../payments/use-decision";
import { NewPasswordField } from "../user/access/new-password-field";

const EMPTY: RegisterFormInput = {
  username: "",
  email: "",
  country: "",
  phoneNumber: "",
  gender: "",
  password: "",
  confirmPassword: "",
  referralCode: "",
  acceptTerms: true,
};
const loadSchema = () =>
  import("@/lib/accounts/schema").then((module) => module.registerFormSchema);

const dialCodeOf = (country: string | undefined) =>
  countries.find(({ name }) => name === country)?.phoneCode ?? "";

const inputOf = (form: RegisterForm): CreateUserInput => ({
  username: form.username,
  email: form.email,
  country: form.country,
  countryCode: dialCodeOf(form.country),
  phoneNumber: form.phoneNumber,
  gender: form.gender,
  password: form.password,
  ...(form.referralCode ? { referralCode: form.referralCode } : {}),
});

type Made = { id: string; username: string; password: string };

/** Opens an account for somebody; then shows what to hand over. Open from the start. */
export function CreateUserDialog() {
  const t = useTranslations("staffUsers.create");
  const ui = useTranslations("ui");
  const [open, setOpen] = useState(true);
  const [made, setMade] = useState<Made | null>(null);
  const [pending, setPending] = useState(false);
  const formId = useId();
  const password = useRef<HTMLElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      placement="side"
      // The password is shown once: neither Escape nor a press beside the dialog may lose it.
      locked={pending || made !== null}
      hideClose={made !== null}
      title={made ? t("madeTitle", { username: made.username }) : t("title")}
      description={made ? t("madeText") : t("text")}
      footer={
        made ? (
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              {ui("close")}
            </Button>
            <ButtonLink href={`/admin/users/${made.id}`} className="flex-1">
              {t("show")}
            </ButtonLink>
          </>
        ) : (
          <Button type="submit" form={formId} wide pending={pending}>
            {t("submit")}
          </Button>
        )
      }
    >
      {made ? (
        <KeyValueRows
          boxed
          rows={[
            { label: t("username"), value: made.username },
            {
              label: t("password"),
              value: (
                <span className="inline-flex flex-wrap items-center justify-end gap-1">
                  <code ref={password} translate="no" className="break-all font-mono">
                    {made.password}
                  </code>
                  <CopyButton compact text={made.password} textRef={password} label={t("copy")} />
                </span>
              ),
            },
          ]}
        />
      ) : (
        <CreateForm formId={formId} onPending={setPending} onMade={setMade} />
      )}
    </Dialog>
  );
}

function CreateForm({
  formId,
  onPending,
  onMade,
}: {
  formId: string;
  onPending: (pending: boolean) => void;
  onMade: (made: Made) => void;
}) {
  const t = useTranslations("staffUsers.create");
  const create = useCreateUser();
  const form = useSchemaForm<RegisterFormInput, RegisterForm>({
    start: EMPTY,
    loadSchema,
    // What only the person themselves can say.
    toInput: (draft) => ({ ...draft, confirmPassword: draft.password, acceptTerms: true }),
    fieldNames: { countryCode: "phoneNumber" },
  });
  const { register, control, formState } = form;
  const country = useWatch({ control, name: "country" });
  const decision = useDecision<RegisterForm, { user: AdminUserDetailDto }>(
    ({ decision: person }) => create.mutateAsync(inputOf(person)),
    ({ user: { id, username } }, { password }) => {
      onPending(false);
      onMade({ id, username, password });
    },
  );
  return (
    <SchemaForm
      id={formId}
      form={form}
      error={decision.message}
      onValid={async (person) => {
        onPending(true);
        const failure = await decision.decide(person);
        if (failure !== null) onPending(false);
        return failure;
      }}
    >
      <PersonFields
        register={register}
        error={(name) => formState.errors[name]?.message}
        dialCode={dialCodeOf(country)}
      />
      <NewPasswordField form={form} name="password" label={t("password")} />
      <FormText
        form={form}
        name="referralCode"
        label={t("referral")}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </SchemaForm>
  );
}
