"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { PersonFields } from "@/components/accounts/register-fields";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { countries } from "@/lib/accounts/countries";
import {
  type RegisterForm,
  type RegisterFormInput,
  registerFormSchema,
} from "@/lib/accounts/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { type CreateUserInput, useCreateUser } from "@/lib/staff/client";
import { NewPasswordField } from "../user/access/new-password-field";

const checks = zodResolver(registerFormSchema);

/** The checks of a registration, without what only the person themselves can say. */
const resolver: Resolver<RegisterFormInput, unknown, RegisterForm> = (values, context, options) =>
  checks({ ...values, confirmPassword: values.password, acceptTerms: true }, context, options);

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
  const { register, handleSubmit, setError, setValue, control, formState } = useForm<
    RegisterFormInput,
    unknown,
    RegisterForm
  >({ resolver, defaultValues: { password: "" } });
  const [country, password] = useWatch({ control, name: ["country", "password"] });
  const error = (name: keyof RegisterForm) => formState.errors[name]?.message;
  const submit = handleSubmit(async (form) => {
    if (create.isPending) return;
    onPending(true);
    try {
      const { user } = await create.mutateAsync(inputOf(form));
      onMade({ id: user.id, username: user.username, password: form.password });
    } catch (failure) {
      const errors = failure instanceof ApiError ? failure.errors : {};
      for (const [field, texts] of Object.entries(errors)) {
        const name = field === "countryCode" ? "phoneNumber" : field;
        setError(name as keyof RegisterForm, { message: texts[0] }, { shouldFocus: true });
      }
    } finally {
      onPending(false);
    }
  });
  const isAboutField =
    create.error instanceof ApiError && Object.keys(create.error.errors).length > 0;
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <PersonFields register={register} error={error} dialCode={dialCodeOf(country)} />
      <NewPasswordField
        label={t("password")}
        value={password ?? ""}
        error={error("password")}
        onChange={(next) =>
          setValue("password", next, { shouldValidate: formState.isSubmitted, shouldDirty: true })
        }
      />
      <Field label={t("referral")} error={error("referralCode")}>
        <TextInput
          {...register("referralCode")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <InlineError>{create.error && !isAboutField ? messageOf(create.error) : null}</InlineError>
    </form>
  );
}
