"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { isQuoteOld, RefreshedFrom } from "@/components/market/refreshed-price";
import { useTolerance } from "@/components/market/tolerance";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { sendConversion, useStorage } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionDto, ConversionResponse, ConvertInput } from "@/lib/vault/schema";
import { isWorse, limitOf, type Quote, realised, received } from "./quote";

export interface Conversion {
  direction: VaultDirection;
  /** What it comes from or goes to; XAUT only moves. */
  currency: "USDT" | "XAUT";
  /** What is given: of `currency` for storing, XAUT for retrieving. */
  amount: string;
  feeRate: string;
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
export const conversionContent = ({
  direction,
  currency,
  amount,
}: Pick<Conversion, "direction" | "currency" | "amount">): string =>
  JSON.stringify([direction, currency, plainAmount(amount)]);

/** The last look at a conversion: price and its age, what comes of it, how far the price may still move. */
export function ConvertReview(props: ConvertReviewProps) {
  const { direction, amount, currency, feeRate } = props.reviewed.order;
  const t = useTranslations("storage.review");
  const isStoring = direction === "store";
  const isMoving = currency === "XAUT";
  const { quote, limit, before, refreshedFrom, sheet, error, confirm } = useConversion(props);
  const rows = useRows(props, quote, limit, refreshedFrom);
  const given = formatAmount(amount, isStoring ? currency : "XAUT", { exact: true });
  const price = ({ price }: Quote) => formatPrice(price, { exact: true });
  return (
    <ReviewSheet
      {...sheet}
      title={t(`title${isMoving ? "Move" : ""}${isStoring ? "Store" : "Retrieve"}`)}
      headline={{
        label: t(isMoving ? "receiveExactly" : "receive"),
        value: isMoving
          ? given
          : formatAmount(
              received(direction, amount, quote.price, feeRate),
              isStoring ? "XAUT" : "USDT",
              { exact: true },
            ),
      }}
      rows={[{ label: t("give"), value: given }, ...rows]}
      risk={t(isMoving ? "riskMove" : isStoring ? "riskStore" : "riskRetrieve")}
      changed={before ? t("changed", { before: price(before), now: price(quote) }) : undefined}
      confirmLabel={t(isMoving ? "confirmMove" : isStoring ? "confirmStore" : "confirmRetrieve", {
        amount: given,
      })}
      error={props.blocked ?? error}
      onConfirm={confirm}
    />
  );
}

function useRows(
  { reviewed, clockOffsetMs, simulated, stale }: ConvertReviewProps,
  quote: Quote,
  limit: { price: string; rate: string },
  refreshedFrom: string | null,
) {
  const { direction, amount, currency, feeRate } = reviewed.order;
  const t = useTranslations("storage.review");
  const storage = useStorage().data?.pages[0];
  if (currency === "XAUT") return [{ label: t("feeMove"), value: t("noFee") }];
  const out =
    direction === "retrieve" && storage ? realised(storage, amount, quote.price, feeRate) : null;
  const usdt = (value: string, sign = false) => formatAmount(value, "USDT", { sign, exact: true });
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
          <RefreshedFrom before={refreshedFrom} now={quote.price} />
        </span>
      ),
      stacked: true,
    },
    {
      label: t(direction === "store" ? "askAgainAbove" : "askAgainBelow", { rate: limit.rate }),
      value: `${formatPrice(limit.price, { exact: true })} USDT`,
    },
    { label: t("fee", { rate: formatRate(feeRate) }), value: t("feeIncluded") },
    { label: t("filling"), value: t("fillingRule"), stacked: true },
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
  const { direction, amount, currency, feeRate } = reviewed.order;
  const t = useTranslations("storage.result");
  const tolerance = useTolerance();
  const [quote, setQuote] = useState(reviewed.order.quote);
  const [refreshedFrom, setRefreshedFrom] = useState<string | null>(null);
  const [before, setBefore] = useState<Quote | null>(null);
  const askAgain = (now: Quote) => {
    setBefore(quote);
    setQuote(now);
    setRefreshedFrom(null);
  };
  const { send, unconfirmed, failure, clearError, sheet } = useOrder(reviewed, {
    call: ({ order, key }: Sent) => sendConversion(direction, order, key),
    doneAt: ({ conversion }) => conversion.createdAt,
    onDone: (answer, earlier) => {
      showToast.success(earlier ?? t(resultTitle(answer.conversion)));
      onDone(answer, earlier);
    },
    onFailure: async (failure) => {
      const now = isMoved(failure) ? ((await onRefresh()) ?? current) : null;
      if (now) askAgain(now);
    },
  });
  const limitPrice = limitOf(direction, quote.price, tolerance);
  const isStill = unconfirmed !== null || sheet.pending || currency === "XAUT";
  if (!isStill && current && isQuoteOld(quote.at, current.at)) {
    if (!isWorse(direction, current.price, limitPrice)) {
      setQuote(current);
      setRefreshedFrom(quote.price);
    }
  }
  const confirm = () => {
    if (!unconfirmed && blocked !== null) return;
    if (currency === "XAUT") {
      send((key) => ({ order: { amount, currency }, key, quote }));
      return;
    }
    if (!unconfirmed && current && isWorse(direction, current.price, limitPrice)) {
      askAgain(current);
      clearError();
    } else {
      send((key) => ({ order: { amount, currency, limitPrice, feeRate }, key, quote }));
    }
  };
  // What is asked again says it itself.
  const error = before && isMoved(failure) ? null : sheet.error;
  const sentLimit = unconfirmed?.order.order.limitPrice;
  const limit = {
    price: sentLimit ?? limitPrice,
    rate: sentLimit ? "none" : formatRate(tolerance),
  };
  return { quote, limit, before, refreshedFrom, sheet, error, confirm };
}

/** What came of a conversion, as a key of storage.result. */
export function resultTitle({ status, currency, direction }: ConversionDto) {
  if (status === "pending") return "pending";
  return currency === "XAUT" ? "moved" : direction;
}

const isMoved = (failure: unknown) => failure instanceof ApiError && failure.code === "PRICE_MOVED";
