import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/lib/platform/client/api";
import { failureText } from "./failure-text";

/** What a mailed token is used for: sends something with it once at a time, and says what went wrong. */
export function useToken(
  texts:
    | "auth.reset"
    | "auth.verify"
    | "freeze.page"
    | "freeze.open"
    | "approveDevice"
    | "unsubscribe",
  token: string | null,
) {
  const t = useTranslations(texts);
  const [problem, setProblem] = useState(token ? "" : t("noToken"));
  const [isDead, setDead] = useState(token === null);
  const [busy, setBusy] = useState(false);
  return {
    problem,
    /** Whether it can't work any more, if it ever could. */
    isDead,
    busy,
    /** Answers null where that failed, or while another one is under way. */
    send: async <Answer>(call: (token: string) => Promise<Answer>): Promise<Answer | null> => {
      if (!token || busy) return null;
      setBusy(true);
      setProblem("");
      try {
        return await call(token);
      } catch (failure) {
        setDead(failure instanceof ApiError && failure.code === "TOKEN_INVALID");
        setProblem(failureText(failure, { refused: t("failed"), failed: t("failed") }));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
