"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { PasswordInput } from "@/components/forms/password-input";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { AddressComparison } from "./address-comparison";

export interface AddressReviewProps {
  open: boolean;
  currency: string;
  network: string;
  before: string | null;
  after: string;
  pending: boolean;
  /** What is wrong with the password. */
  passwordError: string | undefined;
  /** What else went wrong. */
  error: string | null;
  onBack: () => void;
  onConfirm: (password: string) => void;
}

/** The last look at an address before users are shown it: old and new, and one's own password. */
export function AddressReview({
  open,
  currency,
  network,
  before,
  after,
  pending,
  passwordError,
  error,
  onBack,
  onConfirm,
}: AddressReviewProps) {
  const t = useTranslations("staffWallets");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const confirm = () => {
    setMissing(password === "");
    if (password === "") input.current?.focus();
    else onConfirm(password);
  };
  return (
    <ReviewSheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onBack();
      }}
      title={t("reviewTitle")}
      rows={[
        { label: t("coin"), value: currency, strong: true },
        { label: t("network"), value: network, strong: true },
      ]}
      risk={t("reviewRisk")}
      confirmLabel={t("reviewConfirm")}
      confirmVariant="danger"
      pending={pending}
      error={error}
      onConfirm={confirm}
    >
      <AddressComparison before={before} after={after} />
      <Field
        label={t("password")}
        hint={t("passwordHint")}
        error={missing && password === "" ? t("passwordMissing") : passwordError}
      >
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </ReviewSheet>
  );
}
