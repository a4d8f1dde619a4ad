"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDoneEarlier } from "@/components/app/use-done-earlier";
import type { KeyValueRow } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { type RequestKey, useSend } from "@/lib/platform/client/request-key";
import { plainAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { sendConversion, useStorage } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionAnswer, ConvertInput } from "@/lib/vault/schema";
import { isWorse, limitOf, type Quote, realised, received } from "./quote";

export interface ConvertReviewProps {
  direction: VaultDirection;
  /** What is given: USDT for storing, XAUT for retrieving. */
  amount: string;
  /** The price of the moment in which the review was asked for; it stays until it has to be confirmed again. */
  quote: Quote;
  /** The price as it is now; null while there is none. */
  current: Quote | null;
  /** Of the page: what may have been converted is still known to it when the review opens again. */
  request: RequestKey;
  clockOffsetMs: number | null;
  simulated: boolean;
  /** The price is too old, as the server says. */
  stale: boolean | undefined;
  /** Asks the server for the price, when the one here is behind. */
  onRefresh: () => Promise<Quote | null>;
  /** Why nothing can be sent right now. */
  blocked: string | null;
  onClose: () => void;
  /** `earlier` says that it is the conversion of an earlier sending; null for a new one. */
  onDone: (answer: ConversionAnswer, earlier: string | null) => void;
}

/** What is sent, under its key, and the price that it was reviewed at. */
export type Sent = { order: ConvertInput; key: string; quote: Quote };

/** What makes two conversions the same one, for their key. */
export const conversionContent = (direction: VaultDirection, amount: string): string =>
  JSON.stringify([direction, plainAmount(amount)]);

/** The last look at a conversion: price and its age, what comes of it, how far the price may still move. */
export function ConvertReview(props: ConvertReviewProps) {
  const { direction, amount, request, blocked, onClose } = props;
  const t = useTranslations("storage.review");
  const content = conversionContent(direction, amount);
  const isStoring = direction === "store";
  const { quote, before, unconfirmed, pending, error, confirm } = useConversion(props, content);
  const rows = useRows(props, quote);
  const given = formatAmount(amount, isStoring ? "USDT" : "XAUT", { exact: true });
  const price = ({ price }: Quote) => formatPrice(price, { exact: true });
  return (
    <ReviewSheet
      open
      onOpenChange={() => {
        request.leave(content);
        onClose();
      }}
      title={t(isStoring ? "titleStore" : "titleRetrieve")}
      headline={{
        label: t("receive"),
        value: formatAmount(received(direction, amount, quote.price), isStoring ? "XAUT" : "USDT"),
      }}
      rows={[{ label: t("give"), value: given }, ...rows]}
      risk={t(isStoring ? "riskStore" : "riskRetrieve")}
      changed={before ? t("changed", { before: price(before), now: price(quote) }) : undefined}
      confirmLabel={t(isStoring ? "confirmStore" : "confirmRetrieve", { amount: given })}
      pending={pending}
      error={blocked ?? error}
      unconfirmed={unconfirmed}
      onConfirm={confirm}
    />
  );
}

function useRows(
  { direction, amount, clockOffsetMs, simulated, stale }: ConvertReviewProps,
  quote: Quote,
) {
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
function useConversion(props: ConvertReviewProps, content: string) {
  const { direction, amount, current, request, onRefresh, blocked, onClose, onDone } = props;
  const t = useTranslations("storage.result");
  // What may have gone through already is only sent again, never changed, and shown as it was sent.
  const unconfirmed = request.unconfirmed<Sent>(content);
  const [quote, setQuote] = useState(unconfirmed?.order.quote ?? props.quote);
  const [before, setBefore] = useState<Quote | null>(null);

  const doneEarlier = useDoneEarlier(unconfirmed);
  const convert = async ({ order, key }: Sent, sentAtMs: number) => {
    const answer = await sendConversion(direction, order, key);
    const earlier = doneEarlier(answer.conversion.createdAt, sentAtMs);
    showToast.success(earlier ?? t(direction));
    onClose();
    onDone(answer, earlier);
  };
  const askAgain = (now: Quote) => {
    setBefore(quote);
    setQuote(now);
  };
  const sending = useSend(request, convert, async (failure) => {
    const now = isMoved(failure) ? ((await onRefresh()) ?? current) : null;
    if (now) askAgain(now);
  });
  const confirm = () => {
    const limitPrice = limitOf(direction, quote.price);
    if (!unconfirmed && blocked !== null) return;
    if (!unconfirmed && current && isWorse(direction, current.price, limitPrice)) {
      askAgain(current);
      sending.clearError();
    } else {
      const order = { amount, limitPrice };
      void sending.send(request.orderOf<Sent>(content, (key) => ({ order, key, quote })));
    }
  };
  // What is asked again says it itself.
  const error = before && isMoved(sending.failure) ? null : sending.error;
  return { quote, before, unconfirmed, pending: sending.pending, error, confirm };
}

const isMoved = (failure: unknown) => failure instanceof ApiError && failure.code === "PRICE_MOVED";
