"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { carryToast, showToast } from "@/components/ui/overlays/toast";
import { endSession, login, storeSession, takeRedirect } from "@/lib/accounts/client";
import { type Door, destinationAfterSignIn, type Panels } from "@/lib/accounts/rules";
import type { LoginInput } from "@/lib/accounts/schema";
import { ApiError, TOKEN_KEY, USER_KEY } from "@/lib/platform/client/api";
import { leaveFor } from "@/lib/platform/client/leave";
import { isLostByLoad } from "@/lib/platform/client/safe-storage";
import { failureText, toastFailure } from "./failure-text";

/** The success toast is seen this long before the next page. */
export const REDIRECT_DELAY_MS = 1000;

/**
 * The way to the next page of somebody whose session has just changed: a full load, away from all that others saw in
 * this tab. Where the storage is blocked, that would end the session.
 */
export function useGoOn(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    if (isLostByLoad(TOKEN_KEY) || isLostByLoad(USER_KEY)) return router.replace(path);
    carryToast();
    leaveFor(path);
  };
}

export type SignInOutcome = "signed-in" | "panel-off" | "code-needed" | "code-wrong" | "refused";

/** Sends a login and everything that follows from its answer. */
export function useSignIn({ door, panels }: { door: Door; panels: Panels }) {
  const t = useTranslations("auth");
  const queryClient = useQueryClient();
  const goOn = useGoOn();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => () => clearTimeout(timer.current), []);

  async function attempt(ask: () => ReturnType<typeof login>): Promise<SignInOutcome> {
    const answer = await ask();
    if (door === "admin" && !answer.user.isAdmin) {
      const headers = { authorization: `Bearer ${answer.token}` };
      await endSession(headers).catch(() => undefined);
      showToast.error(t("admin.denied"));
      setProblem(t("admin.denied"));
      return "refused";
    }
    storeSession(answer);
    queryClient.clear();
    showToast.success(answer.message || t("login.loginSuccess"));
    const { isAdmin } = answer.user;
    const to = destinationAfterSignIn({ saved: takeRedirect(), isAdmin, door, panels });
    if (!to) return "panel-off";
    timer.current = setTimeout(() => goOn(to), REDIRECT_DELAY_MS);
    return "signed-in";
  }

  function explain(error: unknown, triedCode: boolean): SignInOutcome {
    if (error instanceof ApiError && error.code === "TOTP_REQUIRED") return "code-needed";
    const text = failureText(error, {
      refused: t("login.invalidCredentials"),
      failed: t("login.loginError"),
    });
    toastFailure(error, text);
    setProblem(text);
    const aboutCode = error instanceof ApiError && error.code === "INVALID_CREDENTIALS";
    return triedCode && aboutCode ? "code-wrong" : "refused";
  }

  async function send(
    ask: () => ReturnType<typeof login>,
    triedCode: boolean,
  ): Promise<SignInOutcome | null> {
    if (sending.current) return null;
    sending.current = true;
    setBusy(true);
    setProblem("");
    const outcome = await attempt(ask).catch((error) => explain(error, triedCode));
    // Once logged in, the page stays covered until the next one is there.
    sending.current = outcome === "signed-in";
    setBusy(outcome === "signed-in");
    return outcome;
  }

  return {
    /** Logs in with what was typed; null while another attempt is under way. */
    signIn: (input: LoginInput) => send(() => login(input), input.totp !== undefined),
    /** Logs in with a passkey of this device. */
    signInByPasskey: () =>
      send(async () => {
        const { loginByPasskey } = await import("@/lib/security/passkeys/sign-in-client");
        return loginByPasskey();
      }, false),
    busy,
    problem,
  };
}
