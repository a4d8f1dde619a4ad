"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { parseDecimal } from "@/lib/platform/money";
import { hasMoved } from "@/lib/wallets/rate-rules";

type Rated = { rate: string };

function isFar(agreed: Rated | null, now: Rated): boolean {
  const [was, is] = [agreed?.rate, now.rate].map((rate) => parseDecimal(rate ?? "", 8));
  return was == null || is == null || hasMoved(was, is);
}

/** The quote that was looked at, and whether the market has left it: then the new one has to be agreed to. */
export function useAgreedQuote<Quote extends Rated>(quote: Quote | null) {
  const [agreed, setAgreed] = useState(quote);
  return {
    agreed,
    hasNewRate: quote !== null && isFar(agreed, quote),
    agree: () => setAgreed(quote),
  };
}

/** The quote before and now, each in one line. */
export function NewRate({ before, now }: { before: string | null; now: string }) {
  const t = useTranslations("staffDesk");
  return (
    <div role="alert" className="rounded-control bg-warn-soft p-3 text-warn">
      <p className="font-semibold">{t("rateMoved")}</p>
      {before === null ? null : <p>{t("rateBefore", { quote: before })}</p>}
      <p>{t("rateNow", { quote: now })}</p>
    </div>
  );
}
