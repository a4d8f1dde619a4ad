"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { KeyValueRow } from "@/components/ui/key-value-rows";
import { LiveDot } from "@/components/ui/live-dot";
import { SimulatedPill } from "@/components/ui/pill";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { sendConversion, useStorage } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionAnswer } from "@/lib/vault/schema";
import { isWorse, limitOf, type Quote, realised, received } from "./quote";

export interface ConvertReviewProps {
  direction: VaultDirection;
  /** What is given: USDT for storing, XAUT for retrieving. */
  amount: string;
  /** The price as it is now; the one in the sheet stays until it has to be confirmed again. */
  current: Quote;
  clockOffsetMs: number;
  simulated: boolean;
  /** Asks the server for the price, when the one here is behind. */
  onRefresh: () => Promise<Quote | null>;
  /** Why nothing can be sent right now. */
  blocked: string | null;
  onClose: () => void;
  onDone: (answer: ConversionAnswer) => void;
}

/** The last look at a conversion: price and its age, what comes of it, how far the price may still move. */
export function ConvertReview(props: ConvertReviewProps) {
  const { direction, amount, blocked, onClose } = props;
  const t = useTranslations("storage.review");
  const isStoring = direction === "store";
  const { quote, before, isOpen, pending, error, confirm } = useConversion(props);
  const rows = useRows(props, quote);
  const given = formatAmount(amount, isStoring ? "USDT" : "XAUT", { exact: isStoring });
  const price = ({ price }: Quote) => formatPrice(price);
  return (
    <ReviewSheet
      open
      onOpenChange={onClose}
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
      error={(isOpen ? null : blocked) ?? error}
      onConfirm={() => void confirm()}
    />
  );
}

function useRows(
  { direction, amount, clockOffsetMs, simulated }: ConvertReviewProps,
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
          {formatPrice(quote.price)} USDT
          <LiveDot
            lastTickAtMs={quote.at === null ? null : Date.parse(quote.at)}
            clockOffsetMs={clockOffsetMs}
          />
          {simulated ? <SimulatedPill /> : null}
        </span>
      ),
      stacked: true,
    },
    {
      label: t(direction === "store" ? "askAgainAbove" : "askAgainBelow"),
      value: `${formatPrice(limitOf(direction, quote.price))} USDT`,
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
function useConversion({
  direction,
  amount,
  current,
  onRefresh,
  blocked,
  onClose,
  onDone,
}: ConvertReviewProps) {
  const t = useTranslations("storage.result");
  const [quote, setQuote] = useState(current);
  const [before, setBefore] = useState<Quote | null>(null);
  const { isOpen, keyOf, settle, renew } = useRequestKey();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const askAgain = (now: Quote) => {
    setBefore(quote);
    setQuote(now);
    renew();
    setError(null);
  };
  const confirm = async () => {
    const limitPrice = limitOf(direction, quote.price);
    // What may have gone through already is only sent again, never changed.
    if (!isOpen && blocked !== null) return;
    if (!isOpen && isWorse(direction, current.price, limitPrice)) return askAgain(current);
    setPending(true);
    setError(null);
    try {
      const answer = await sendConversion(direction, { amount, limitPrice }, keyOf());
      notify.success(t(direction));
      onClose();
      onDone(answer);
    } catch (failure) {
      settle(failure);
      if (failure instanceof ApiError && failure.code === "PRICE_MOVED") {
        askAgain((await onRefresh()) ?? current);
      } else {
        setError(messageOf(failure));
      }
    } finally {
      setPending(false);
    }
  };
  return { quote, before, isOpen, pending, error, confirm };
}
