"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Age } from "@/components/ui/time/age";
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

interface QuotedRateProps<Quote> {
  quote: Quote | null;
  agreed: Quote | null;
  hasNewRate: boolean;
  /** What follows where there is no rate. */
  missing: string;
  rateLabel: string;
  rateOf: (quote: Quote) => string;
  /** What comes of it at the rate. */
  resultLabel: string;
  resultOf: (quote: Quote) => string;
  /** What happens if the market leaves the rate. */
  rule: string;
}

/** What is decided at: the rate with its age and what it makes, and both again when the market has left them. */
export function QuotedRate<Quote extends Rated & { at: string }>(props: QuotedRateProps<Quote>) {
  const { quote, agreed, hasNewRate, rateOf, resultOf } = props;
  const line = (of: Quote) => `${rateOf(of)} · ${resultOf(of)}`;
  if (quote === null) {
    return (
      <Banner tone="warn" live>
        {props.missing}
      </Banner>
    );
  }
  if (hasNewRate || agreed === null) {
    return <NewRate before={agreed && line(agreed)} now={line(quote)} />;
  }
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          {
            label: props.rateLabel,
            value: (
              <>
                {rateOf(agreed)} · <Age at={agreed.rate === quote.rate ? quote.at : agreed.at} />
              </>
            ),
          },
          { label: props.resultLabel, value: resultOf(agreed), strong: true },
        ]}
      />
      <p className="text-text-2">{props.rule}</p>
    </>
  );
}

/** The quote before and now, each in one line. */
function NewRate({ before, now }: { before: string | null; now: string }) {
  const t = useTranslations("staffDesk");
  return (
    <div role="alert" className="rounded-control bg-warn-soft p-3 text-warn">
      <p className="font-semibold">{t("rateMoved")}</p>
      {before === null ? null : <p>{t("rateBefore", { quote: before })}</p>}
      <p>{t("rateNow", { quote: now })}</p>
    </div>
  );
}
