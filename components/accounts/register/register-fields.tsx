"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import type { UseFormRegister } from "react-hook-form";
import { Checkbox } from "@/components/forms/checkbox";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/password-input";
import { Select, TextInput } from "@/components/forms/text-input";
import { TextLink } from "@/components/ui/text-link";
import { countries as stored } from "@/lib/accounts/countries";
import type { CountryChoice } from "@/lib/accounts/country-names";
import type { RegisterForm, RegisterFormInput } from "@/lib/accounts/schema";
import type { useReferralCheck } from "./use-referral-check";

interface PartProps {
  register: UseFormRegister<RegisterFormInput>;
  error: (name: keyof RegisterForm) => string | undefined;
}

const STORED_NAMES = stored.map(({ name }) => ({ value: name, label: name }));

/** Who registers. The order of the fields is the order of the checks. */
export function PersonFields({
  register,
  error,
  dialCode,
  countries = STORED_NAMES,
}: PartProps & { dialCode: string; countries?: readonly CountryChoice[] }) {
  const t = useTranslations("auth");
  const dialId = useId();
  return (
    <>
      <Field label={t("username")} hint={t("register.usernameHint")} error={error("username")}>
        <TextInput
          {...register("username")}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <Field label={t("email")} error={error("email")}>
        <TextInput
          {...register("email")}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label={t("register.country")} error={error("country")}>
        <Select {...register("country")} autoComplete="country-name" defaultValue="">
          <option value="">{t("register.choose")}</option>
          {countries.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("register.phone")} error={error("phoneNumber")}>
        <TextInput
          {...register("phoneNumber")}
          type="tel"
          autoComplete="tel-national"
          aria-describedby={dialCode ? dialId : undefined}
          start={
            dialCode ? (
              <span id={dialId}>
                <span className="sr-only">{t("register.dialCode", { code: dialCode })}</span>
                <span aria-hidden="true">{dialCode}</span>
              </span>
            ) : null
          }
        />
      </Field>
      <Field label={t("register.gender")} error={error("gender")}>
        <Select {...register("gender")} autoComplete="sex" defaultValue="">
          <option value="">{t("register.choose")}</option>
          <option value="Male">{t("register.male")}</option>
          <option value="Female">{t("register.female")}</option>
        </Select>
      </Field>
    </>
  );
}

/** Passwords and the referral code, which is checked when its field is left. */
export function SecretFields({
  register,
  error,
  referral,
  defaultReferral,
}: PartProps & { referral: ReturnType<typeof useReferralCheck>; defaultReferral: string }) {
  const t = useTranslations("auth");
  const { result, check, forget } = referral;
  const unknown = result?.valid === false ? t("register.referralUnknown") : undefined;
  return (
    <>
      <Field label={t("password")} hint={t("register.passwordHint")} error={error("password")}>
        <PasswordInput {...register("password")} autoComplete="new-password" />
      </Field>
      <Field label={t("confirmPassword")} error={error("confirmPassword")}>
        <PasswordInput {...register("confirmPassword")} autoComplete="new-password" />
      </Field>
      <Field
        label={t("register.referral")}
        error={error("referralCode") ?? unknown}
        hint={result?.referrer ? t("register.referralBy", { name: result.referrer }) : undefined}
      >
        <TextInput
          {...register("referralCode", {
            onBlur: (event: { target: { value: string } }) => void check(event.target.value),
            onChange: forget,
          })}
          defaultValue={defaultReferral}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
    </>
  );
}

/** Terms and privacy. They open in another tab, so that nothing typed is lost. */
export function ConsentField({ register, error }: PartProps) {
  const t = useTranslations("auth.register");
  return (
    <Checkbox
      {...register("acceptTerms")}
      error={error("acceptTerms")}
      label={t.rich("agree", {
        terms: (chunks) => <NewTabLink href="/terms-conditions">{chunks}</NewTabLink>,
        privacy: (chunks) => <NewTabLink href="/privacy-policy">{chunks}</NewTabLink>,
      })}
    />
  );
}

function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations("auth.register");
  return (
    <TextLink href={href} target="_blank">
      {children}
      <span className="sr-only"> {t("newTab")}</span>
    </TextLink>
  );
}
