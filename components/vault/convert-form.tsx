"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
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
import { dropFormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { type AmountProblem, checkAmount, readAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { STORE_MORE_THAN, type VaultDirection, vaultDirections } from "@/lib/vault/rules";
import type { ConversionAnswer } from "@/lib/vault/schema";
import { ConvertReview, conversionContent, type Sent } from "./convert-review";
import { type Quote, quoteOf, received } from "./quote";

export interface ConvertFormProps {
  direction: VaultDirection;
  onDirectionChange: (direction: VaultDirection) => void;
  /** `earlier` says that it is the conversion of an earlier sending; null for a new one. */
  onDone: (answer: ConversionAnswer, earlier: string | null) => void;
}

/** Amount and live price of a conversion, checked before the review. */
export function ConvertForm({ direction, onDirectionChange, onDone }: ConvertFormProps) {
  const t = useTranslations("storage.form");
  const tSides = useTranslations("storage.sides");
  const isStoring = direction === "store";
  const [unit, target] = isStoring ? ["USDT", "XAUT"] : ["XAUT", "USDT"];
  const live = useLivePrice();
  const blocked = useBlockedReason(live, "storage");
  const balances = useBalance().data?.balances;
  const available = isStoring ? balances?.USDT.available : balances?.XAUT.stored;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<AmountProblem | null>(null);
  const [refused, setRefused] = useState(false);
  const [reviewed, setReviewed] = useState<{ amount: string; quote: Quote } | null>(null);
  const request = useRequestKey("storage");
  const quote = quoteOf(direction, live.price);
  const reading = readAmount(text, MICRO_DECIMALS);
  const amount = reading.ok ? reading.value : null;
  const draft = `storage:${direction}`;
  const keep = useFormDraft(draft, (kept) => setText(kept.amount ?? ""));

  const unconfirmedOf = (value: string) =>
    request.unconfirmed<Sent>(conversionContent(direction, value));
  const check = (typed: string) =>
    checkAmount(typed, {
      decimals: MICRO_DECIMALS,
      moreThan: isStoring ? STORE_MORE_THAN : undefined,
      available,
      isUnconfirmed: (value) => unconfirmedOf(value) !== null,
    });
  const turn = (next: VaultDirection) => {
    dropFormDraft(draft);
    setText("");
    setProblem(null);
    setRefused(false);
    onDirectionChange(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = check(text);
    // What may have been done needs no price: it is sent again at the one that it was sent with.
    const sent = found.ok ? unconfirmedOf(found.value)?.order.quote : undefined;
    const at = sent ?? (blocked === null ? quote : null);
    setProblem(found.ok ? null : found.problem);
    setRefused(!sent && blocked !== null);
    if (!found.ok) field.current?.focus();
    else if (at) setReviewed({ amount: found.value, quote: at });
  };
  return (
    <>
      <Card padding="wide">
        <form noValidate onSubmit={submit} className="space-y-4">
          <Segmented
            label={t("side")}
            options={vaultDirections.map((value) => ({ value, label: tSides(value) }))}
            value={direction}
            onValueChange={turn}
          />
          <AmountField
            key={direction}
            ref={field}
            label={t(isStoring ? "amountStore" : "amountRetrieve")}
            unit={unit ?? ""}
            available={available ?? null}
            hint={t.rich(isStoring ? "hintStore" : "hintRetrieve", {
              available: () => <HideableAmount value={available} currency={unit ?? ""} />,
              minimum: formatAmount(STORE_MORE_THAN, "USDT"),
            })}
            showMax
            error={problem ? t(`problems.${direction}.${problem}`) : undefined}
            value={text}
            onValueChange={(typed) => {
              setText(typed);
              keep({ amount: typed });
              if (!problem) return;
              const found = check(typed);
              setProblem(found.ok ? null : found.problem);
            }}
          />
          <KeyValueRows
            boxed
            rows={[
              { label: t(isStoring ? "ask" : "bid"), value: `${formatPrice(quote?.price)} USDT` },
              { label: t("fee"), value: t("noFee") },
              {
                label: t("receive"),
                value: formatAmount(received(direction, amount, quote?.price), target ?? ""),
                strong: true,
              },
            ]}
          />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <LiveDot
              lastTickAtMs={live.lastTickAtMs}
              clockOffsetMs={live.clockOffsetMs}
              stale={live.price?.stale}
            />
            {live.price?.simulated ? <SimulatedPill /> : null}
          </p>
          <p>{t(isStoring ? "riskStore" : "riskRetrieve")}</p>
          {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
          <div>
            <Button type="submit" wide>
              {t("review")}
            </Button>
            <InlineError>{refused ? blocked : null}</InlineError>
          </div>
        </form>
      </Card>
      {reviewed ? (
        <ConvertReview
          direction={direction}
          {...reviewed}
          request={request}
          current={quote}
          onRefresh={async () => quoteOf(direction, (await live.refetch()).data ?? null)}
          clockOffsetMs={live.clockOffsetMs}
          simulated={live.price?.simulated ?? false}
          stale={live.price?.stale}
          blocked={blocked}
          onClose={() => setReviewed(null)}
          onDone={(answer, earlier) => {
            dropFormDraft(draft);
            onDone(answer, earlier);
          }}
        />
      ) : null}
    </>
  );
}
