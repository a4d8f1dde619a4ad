"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { type FieldErrors, type Resolver, useForm, useWatch } from "react-hook-form";
import { BusyOverlay } from "@/components/accounts/busy-overlay";
import { Notice } from "@/components/accounts/login-form";
import { type SignInContext, useResumeSession } from "@/components/accounts/use-resume-session";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import type { CountryChoice } from "@/lib/accounts/country-names";
import type { RegisterForm as FormValues, RegisterFormInput } from "@/lib/accounts/schema";
import { networkMessage } from "@/lib/platform/client/api";
import { words } from "@/lib/platform/client/words";
import { readRegisterDraft, saveRegisterDraft } from "./register-draft";
import { ConsentField, PersonFields, SecretFields } from "./register-fields";
import { useReferralCheck } from "./use-referral-check";
import { dialCodeOf, useRegistration } from "./use-registration";

/** The form's field for a field of the request: the dial code belongs to the country. */
function fieldOf(name: string): keyof FormValues {
  return name === "countryCode" ? "country" : (name as keyof FormValues);
}

const loadResolver = () => import("./register-resolver").catch(() => null);

/** The checks are loaded once somebody types, so that the page shows without them. */
const checkForm: Resolver<RegisterFormInput, unknown, FormValues> = async (...input) => {
  const loaded = await loadResolver();
  if (loaded) return loaded.registerResolver(...input);
  return { values: {}, errors: { root: { type: "network", message: networkMessage() } } };
};

export interface RegisterFormProps extends SignInContext {
  /** From the `ref` parameter of an invitation link. */
  referralCode: string;
  /** In the reader's language; by default the stored names. */
  countries?: readonly CountryChoice[];
}

/**
 * Registration. Checks run on submit, then on change: the first failure in the specified order is
 * the toast, the first failing field on the screen gets the focus, and each says what is wrong with it.
 */
export function RegisterForm({ referralCode, countries, ...context }: RegisterFormProps) {
  const t = useTranslations("auth");
  const resumed = useResumeSession(context);
  const referral = useReferralCheck();
  // Without default values the form keeps what was typed before the script was there.
  const form = useForm<RegisterFormInput, unknown, FormValues>({
    resolver: checkForm,
    shouldFocusError: false,
  });
  const { register, handleSubmit, formState, getValues, setValue, setError, control } = form;
  const element = useRef<HTMLFormElement>(null);
  const { send, busy, problem, setProblem } = useRegistration((errors) => {
    for (const [field, [message]] of Object.entries(errors)) setError(fieldOf(field), { message });
    focusFirst(Object.keys(errors).map(fieldOf));
  });
  const country = useWatch({ control, name: "country" });

  const { check } = referral;
  useEffect(() => {
    const draft = readRegisterDraft();
    const restored = referralCode ? { ...draft, referralCode } : draft;
    for (const [field, value] of Object.entries(restored)) {
      const name = field as keyof typeof restored;
      if (value && !getValues(name)) setValue(name, value);
    }
    // The end of an old session leads away from here and back without the address.
    if (referralCode) saveRegisterDraft(getValues());
    void check(getValues("referralCode") ?? "");
  }, [referralCode, check, getValues, setValue]);

  /** The specified order of checks has what is badly written after what is missing, the screen does not. */
  function focusFirst(names: string[]): void {
    const fields = [...(element.current?.elements ?? [])] as HTMLInputElement[];
    fields.find(({ name }) => names.includes(name))?.focus();
  }

  function refuse(errors: FieldErrors<FormValues>): void {
    // What is of no field has no other place on the page.
    setProblem(errors.root?.message ?? "");
    const [first] = Object.keys(errors) as (keyof FormValues)[];
    if (!first) return;
    showToast.error(words(errors[first]?.message ?? t("register.failed")));
    focusFirst(Object.keys(errors));
  }

  const error = (name: keyof FormValues) => formState.errors[name]?.message;
  return (
    <>
      <Notice resumed={resumed} />
      {/* Sent before the script is there, the fields must not end up in the address. */}
      <form
        ref={element}
        method="post"
        noValidate
        className="space-y-4"
        onFocus={() => void loadResolver()}
        onChange={() => saveRegisterDraft(getValues())}
        onSubmit={(event) => void handleSubmit(send, refuse)(event)}
      >
        <PersonFields
          register={register}
          error={error}
          dialCode={dialCodeOf(country)}
          countries={countries}
        />
        <SecretFields
          register={register}
          error={error}
          referral={referral}
          defaultReferral={referralCode}
        />
        <ConsentField register={register} error={error} />
        <InlineError>{problem}</InlineError>
        <Button type="submit" wide pending={busy} pendingLabel={t("register.submitting")}>
          {t("register.submit")}
        </Button>
      </form>
      <BusyOverlay label={busy ? t("register.submitting") : null} />
    </>
  );
}
