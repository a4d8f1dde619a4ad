"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { sendConversion, useStorage } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionResponse, ConvertInput } from "@/lib/vault/schema";
import { isWorse, limitOf, type Quote, realised, received } from "./quote";

export interface Conversion {
  direction: VaultDirection;
  /** What is given: USDT for storing, XAUT for retrieving. */
  amount: string;
  /** The price of the moment in which the review was asked for; it stays until it has to be confirmed again. */
  quote: Quote;
}

export interface ConvertReviewProps {
  reviewed: Reviewed<Conversion>;
  /** The price as it is now; null while there is none. */
  current: Quote | null;
  clockOffsetMs: number | null;
  simulated: boolean;
  /** The price is too old, as the server says. */
  stale: boolean | undefined;
  /** Asks the server for the price, when the one here is behind. */
  onRefresh: () => Promise<Quote | null>;
  /** Why nothing can be sent right now. */
  blocked: string | null;
  /** `earlier` says that it is the conversion of an earlier sending; null for a new one. */
  onDone: (answer: ConversionResponse, earlier: string | null) => void;
}

/** What is sent, under its key, and the price that it was reviewed at. */
export type Sent = { order: ConvertInput; key: string; quote: Quote };

/** What makes two conversions the same one, for their key. */
export const conversionContent = ({ direction, amount }: Omit<Conversion, "quote">): string =>
  JSON.stringify([direction, plainAmount(amount)]);

/** The last look at a conversion: price and its age, what comes of it, how far the price may still move. */
export function ConvertReview(props: ConvertReviewProps) {
  const { direction, amount } = props.reviewed.order;
  const t = useTranslations("storage.review");
  const isStoring = direction === "store";
  const { quote, before, sheet, error, confirm } = useConversion(props);
  const rows = useRows(props, quote);
  const given = formatAmount(amount, isStoring ? "USDT" : "XAUT", { exact: true });
  const price = ({ price }: Quote) => formatPrice(price, { exact: true });
  return (
    <ReviewSheet
      {...sheet}
      title={t(isStoring ? "titleStore" : "titleRetrieve")}
      headline={{
        label: t("receive"),
        value: formatAmount(received(direction, amount, quote.price), isStoring ? "XAUT" : "USDT"),
      }}
      rows={[{ label: t("give"), value: given }, ...rows]}
      risk={t(isStoring ? "riskStore" : "riskRetrieve")}
      changed={before ? t("changed", { before: price(before), now: price(quote) }) : undefined}
      confirmLabel={t(isStoring ? "confirmStore" : "confirmRetrieve", { amount: given })}
      error={props.blocked ?? error}
      onConfirm={confirm}
    />
  );
}

function useRows({ reviewed, clockOffsetMs, simulated, stale }: ConvertReviewProps, quote: Quote) {
  const { direction, amount } = reviewed.order;
  const t = useTranslations("storage.review");
  const storage = useStorage().data?.pages[0];
  const out = direction === "retrieve" && storage ? realised(storage, amount, quote.price) : null;
  const usdt = (value: string, sign = false) => formatAmount(value, "USDT", { sign });
  const rows: KeyValueRow[] = [
    {
      label: t("price"),
      value: (
        <span className="flex flex-wrap items-center gap-x-3">
          {formatPrice(quote.price, { exact: true })} USDT
          <LiveDot
            lastTickAtMs={quote.at === null ? null : Date.parse(quote.at)}
            clockOffsetMs={clockOffsetMs}
            stale={stale}
          />
          {simulated ? <SimulatedPill /> : null}
        </span>
      ),
      stacked: true,
    },
    {
      label: t(direction === "store" ? "askAgainAbove" : "askAgainBelow"),
      value: `${formatPrice(limitOf(direction, quote.price), { exact: true })} USDT`,
    },
    { label: t("fee"), value: t("noFee") },
  ];
  if (out === null) return rows;
  return [
    ...rows,
    { label: t("cost"), value: usdt(out.cost) },
    { label: t("result"), value: usdt(out.result, true), strong: true },
  ];
}

/** Sends the conversion once, at no worse price than the sheet agreed to; otherwise asks again. */
function useConversion({ reviewed, current, onRefresh, blocked, onDone }: ConvertReviewProps) {
  const { direction, amount } = reviewed.order;
  const t = useTranslations("storage.result");
  const [quote, setQuote] = useState(reviewed.order.quote);
  const [before, setBefore] = useState<Quote | null>(null);
  const askAgain = (now: Quote) => {
    setBefore(quote);
    setQuote(now);
  };
  const { send, unconfirmed, failure, clearError, sheet } = useOrder(reviewed, {
    call: ({ order, key }: Sent) => sendConversion(direction, order, key),
    doneAt: ({ conversion }) => conversion.createdAt,
    onDone: (answer, earlier) => {
      showToast.success(earlier ?? t(direction));
      onDone(answer, earlier);
    },
    onFailure: async (failure) => {
      const now = isMoved(failure) ? ((await onRefresh()) ?? current) : null;
      if (now) askAgain(now);
    },
  });
  const confirm = () => {
    const limitPrice = limitOf(direction, quote.price);
    if (!unconfirmed && blocked !== null) return;
    if (!unconfirmed && current && isWorse(direction, current.price, limitPrice)) {
      askAgain(current);
      clearError();
    } else {
      send((key) => ({ order: { amount, limitPrice }, key, quote }));
    }
  };
  // What is asked again says it itself.
  const error = before && isMoved(failure) ? null : sheet.error;
  return { quote, before, sheet, error, confirm };
}

const isMoved = (failure: unknown) => failure instanceof ApiError && failure.code === "PRICE_MOVED";
