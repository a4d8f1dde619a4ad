"use client";

import { useCallback, useRef, useState } from "react";
import { validateReferral } from "@/lib/accounts/client";

type Result = { code: string; valid: boolean; referrer?: string };

/** Asks whether a referral code exists, when its field is left. No answer means no complaint. */
export function useReferralCheck() {
  const [result, setResult] = useState<Result | null>(null);
  const latest = useRef("");
  const check = useCallback(async (text: string): Promise<void> => {
    const code = text.trim();
    if (code === latest.current) return;
    latest.current = code;
    setResult(null);
    if (!code) return;
    const answer = await validateReferral(code).catch(() => null);
    if (answer && latest.current === code) setResult({ code, ...answer });
  }, []);
  const forget = useCallback(() => {
    latest.current = "";
    setResult(null);
  }, []);
  return { result, check, forget };
}
