"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { ToleranceField } from "@/components/market/tolerance";
import { useBlockedReason } from "@/components/market/use-blocked-reason";
import { useLivePrice } from "@/components/market/use-live-price";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Banner } from "@/components/ui/display/banner";
import { Card } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { Segmented } from "@/components/ui/segmented";
import { useBalance } from "@/lib/accounts/client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { useStorage } from "@/lib/vault/client";
import { STORE_MORE_THAN, type VaultDirection, vaultDirections } from "@/lib/vault/rules";
import type { ConversionResponse } from "@/lib/vault/schema";
import { type Conversion, ConvertReview, conversionContent, type Sent } from "./convert-review";
import { quoteOf, received } from "./quote";

const START = { amount: "" };
const CURRENCIES = ["USDT", "XAUT"] as const;
type Currency = (typeof CURRENCIES)[number];
/** XAUT that only moves has no price. */
const NO_QUOTE = { price: "0", at: null };

const hintOf = (direction: VaultDirection, currency: Currency) => {
  if (direction === "retrieve") return "hintRetrieve";
  return currency === "USDT" ? "hintStore" : "hintStoreXaut";
};

export interface ConvertFormProps {
  direction: VaultDirection;
  onDirectionChange: (direction: VaultDirection) => void;
  /** `earlier` says that it is the conversion of an earlier sending; null for a new one. */
  onDone: (answer: ConversionResponse, earlier: string | null) => void;
}

/** Amount and live price of a conversion, checked before the review. */
export function ConvertForm({ direction, onDirectionChange, onDone }: ConvertFormProps) {
  const t = useTranslations("storage.form");
  const tSides = useTranslations("storage.sides");
  const isStoring = direction === "store";
  const [currency, setCurrency] = useState<Currency>("USDT");
  const isMoving = currency === "XAUT";
  const [unit, target] = isStoring ? [currency, "XAUT"] : ["XAUT", currency];
  const live = useLivePrice();
  const priceBlocked = useBlockedReason(live, "storage");
  const blocked = isMoving ? null : priceBlocked;
  const balances = useBalance().data?.balances;
  const available = isStoring ? balances?.[currency].available : balances?.XAUT.stored;
  const quote = isMoving ? NO_QUOTE : quoteOf(direction, live.price);
  const terms = useStorage().data?.pages[0];
  const feeRate = terms?.feeRate ?? null;
  const request = useRequestKey("storage");
  const form = useMoneyForm<Conversion>({
    draft: useFormDraft(`storage:${direction}`, START),
    request,
    orderOf: (amount) => {
      // What may have been done needs no price: it is sent again at the one that it was sent with.
      const sent = request.unconfirmed<Sent>(conversionContent({ direction, currency, amount }));
      const at = sent?.order.quote ?? quote;
      const rate = sent?.order.order.feeRate ?? feeRate;
      return at && rate !== null ? { direction, currency, amount, quote: at, feeRate: rate } : null;
    },
    contentOf: conversionContent,
    check: (amount) =>
      limitProblem(amount, {
        moreThan: isStoring && !isMoving ? STORE_MORE_THAN : undefined,
        available,
      }),
    blocked,
  });
  const { element, reviewed } = form;
  return (
    <>
      <Card padding="wide">
        <form ref={element} noValidate onSubmit={form.submit} className="space-y-4">
          <Segmented
            label={t("side")}
            options={vaultDirections.map((value) => ({ value, label: tSides(value) }))}
            value={direction}
            onValueChange={(next) => {
              form.clear();
              onDirectionChange(next);
            }}
          />
          <Segmented
            label={t(isStoring ? "sourceStore" : "sourceRetrieve")}
            options={CURRENCIES.map((value) => ({ value, label: t(`sources.${value}`) }))}
            value={currency}
            onValueChange={(next) => {
              form.clear();
              setCurrency(next);
            }}
          />
          <AmountField
            key={`${direction} ${currency}`}
            {...form.amountField}
            label={t(isStoring ? "amountStore" : "amountRetrieve")}
            unit={unit}
            available={available ?? null}
            hint={t.rich(hintOf(direction, currency), {
              available: () => <HideableAmount value={available} currency={unit} />,
              minimum: formatAmount(STORE_MORE_THAN, "USDT"),
            })}
            showMax
            problemTexts={{
              belowMin: isStoring && !isMoving ? t("problems.belowMin") : undefined,
              aboveAvailable: t("problems.aboveAvailable", { currency: unit }),
            }}
          />
          <KeyValueRows
            boxed
            rows={
              isMoving
                ? [
                    { label: t("feeMove"), value: t("noFee") },
                    {
                      label: t("receiveExactly"),
                      value: formatAmount(form.amount, target, { exact: true }),
                      strong: true,
                    },
                  ]
                : [
                    {
                      label: t(isStoring ? "ask" : "bid"),
                      value: `${formatPrice(quote?.price)} USDT`,
                    },
                    { label: t("fee", { rate: formatRate(feeRate) }), value: t("feeIncluded") },
                    {
                      label: t("receive"),
                      value: formatAmount(
                        received(direction, form.amount, quote?.price, feeRate ?? "0"),
                        target,
                      ),
                      strong: true,
                    },
                  ]
            }
          />
          {isMoving ? null : (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <LiveDot
                lastTickAtMs={live.lastTickAtMs}
                clockOffsetMs={live.clockOffsetMs}
                stale={live.price?.stale}
              />
              {live.price?.simulated ? <SimulatedPill /> : null}
            </p>
          )}
          {isMoving ? null : <ToleranceField />}
          <p>{t(isMoving ? "riskMove" : isStoring ? "riskStore" : "riskRetrieve")}</p>
          {isMoving || terms === undefined ? null : (
            <p className="text-caption text-text-2">
              {t("limit", { limit: formatAmount(terms.dailyLimit, "USDT") })}
            </p>
          )}
          {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
          <div>
            <Button type="submit" wide>
              {t("review")}
            </Button>
            <InlineError>{form.refusal}</InlineError>
          </div>
        </form>
      </Card>
      {reviewed ? (
        <ConvertReview
          reviewed={reviewed}
          current={quote}
          onRefresh={async () => quoteOf(direction, (await live.refetch()).data ?? null)}
          clockOffsetMs={live.clockOffsetMs}
          simulated={live.price?.simulated ?? false}
          stale={live.price?.stale}
          blocked={blocked}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}
