"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { failureText, toastFailure } from "@/components/accounts/failure-text";
import { REDIRECT_DELAY_MS, useGoOn } from "@/components/accounts/use-sign-in";
import { showToast } from "@/components/ui/overlays/toast";
import { registerAccount, storeSession, takeRedirect } from "@/lib/accounts/client";
import { countries } from "@/lib/accounts/countries";
import type { RegisterForm, RegisterInput } from "@/lib/accounts/schema";
import { ApiError } from "@/lib/platform/client/api";
import { clearRegisterDraft } from "./register-draft";

/** The dial code of a country by its name; empty while none is chosen. */
export function dialCodeOf(countryName: string | undefined): string {
  return countries.find(({ name }) => name === countryName)?.phoneCode ?? "";
}

function toInput(form: RegisterForm): RegisterInput {
  return {
    username: form.username,
    email: form.email,
    country: form.country,
    countryCode: dialCodeOf(form.country),
    phoneNumber: form.phoneNumber,
    gender: form.gender as RegisterInput["gender"],
    password: form.password,
    referralCode: form.referralCode,
  };
}

/** Sends a registration and everything that follows from its answer. */
export function useRegistration(onFieldErrors: (errors: Record<string, string[]>) => void) {
  const t = useTranslations("auth");
  const queryClient = useQueryClient();
  const goOn = useGoOn();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => () => clearTimeout(timer.current), []);

  function explain(error: unknown): void {
    const failed = t("register.failed");
    const text = failureText(error, { refused: failed, failed });
    toastFailure(error, text);
    setProblem(text);
    onFieldErrors(error instanceof ApiError ? error.errors : {});
  }

  async function send(form: RegisterForm): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setProblem("");
    try {
      const answer = await registerAccount(toInput(form));
      storeSession(answer);
      clearRegisterDraft();
      // Everybody starts at home; a page wanted before must not turn up after a later login.
      takeRedirect();
      queryClient.clear();
      showToast.success(answer.message || t("register.success"));
      timer.current = setTimeout(() => goOn("/"), REDIRECT_DELAY_MS);
    } catch (error) {
      sending.current = false;
      setBusy(false);
      explain(error);
    }
  }

  return { send, busy, problem, setProblem };
}
