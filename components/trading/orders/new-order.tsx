"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import { Field } from "@/components/forms/field";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { Select } from "@/components/forms/text-input";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Segmented } from "@/components/ui/segmented";
import { useBalance } from "@/lib/accounts/client";
import type { OrderType } from "@/lib/orders/schema";
import { type FormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { tradingKeys } from "@/lib/trading/client";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { OrderReview } from "../lazy-dialogs";
import { type AskedSide, useAskedSide } from "../spot/new-spot";
import { type AmountOf, SpotAmount } from "../spot/spot-amount";
import { currenciesOf, givenFor, quoteSpot } from "../spot/spot-quote";
import {
  comparedPrice,
  endFromNow,
  isMet,
  type Lifetime,
  lifetimes,
  type OrderOffer,
  orderContent,
  orderProblem,
  readPrice,
} from "./order-quote";
import type { SentOrder } from "./order-review";

type OrderFields = {
  side: SpotSide;
  of: AmountOf;
  amount: string;
  price: string;
  lifetime: Lifetime;
};
const START: OrderFields = { side: "buy", of: "given", amount: "", price: "", lifetime: "none" };
const PRICE_DECIMALS = 8;

export interface NewOrderProps {
  type: OrderType;
  live: Live;
  asked?: AskedSide | null;
  /** Told the side that the form shows. */
  onSide?: (side: SpotSide) => void;
  onPlaced?: () => void;
  settings: TradeSettings;
}

/** The form of an order that waits for its price. */
export function NewOrder({ type, live, asked = null, onSide, onPlaced, settings }: NewOrderProps) {
  const t = useTranslations("orders");
  const spot = useTranslations("spot");
  const { manual } = settings;
  const blocked = useBlockedReason(live, "spot");
  const draft = useFormDraft(`order-${type}`, START, { stays: ["side", "of", "lifetime"] });
  const { side } = draft.fields;
  const { given, received } = currenciesOf[side];
  const { form, price, amount } = useOrderForm(type, draft, live, manual, blocked);
  const { element, submit } = form;
  useAskedSide(asked, draft, form, onSide);
  const quote = quoteSpot(side, amount, price, manual);
  const now = comparedPrice({ side, type }, live.price, manual);
  return (
    <>
      <Card data-ticket="" aria-labelledby="new-order">
        <SectionTitle id="new-order">{t(`titles.${type}`)}</SectionTitle>
        <form ref={element} noValidate onSubmit={submit} className="space-y-4 desk:space-y-3">
          <Segmented
            label={spot("side")}
            options={(["buy", "sell"] as const).map((value) => ({
              value,
              label: spot(`sides.${value}`),
            }))}
            value={side}
            onValueChange={(next) => {
              draft.change({ side: next, amount: "" });
              form.restart();
            }}
          />
          <p className="text-text-2 desk:text-caption">{t(`rules.${type}.${side}`)}</p>
          <AmountField
            label={t(`price.${type}`)}
            unit="USDT"
            decimals={PRICE_DECIMALS}
            value={draft.fields.price}
            onChange={({ target }) => draft.change({ price: target.value })}
            error={form.isTried && price === null ? t("enterPrice") : undefined}
            hint={t("priceNow", { price: formatPrice(now) })}
          />
          <SpotAmount
            field={form.amountField}
            side={side}
            of={draft.fields.of}
            price={price}
            manual={manual}
            onSwap={(of) => {
              draft.change({ of, amount: "" });
              form.restart();
            }}
            onShare={(share) => draft.change({ of: "given", amount: share })}
          />
          <Field label={t("lifetime")}>
            <Select
              value={draft.fields.lifetime}
              onChange={({ target }) => draft.change({ lifetime: target.value as Lifetime })}
            >
              {lifetimes.map((value) => (
                <option key={value} value={value}>
                  {t(`lifetimes.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          <KeyValueRows
            boxed
            className="desk:text-caption desk:[&>div]:py-1.5"
            rows={[
              ...(draft.fields.of === "wanted"
                ? [
                    {
                      label: spot(side === "buy" ? "spend" : "give"),
                      value: formatAmount(quote && amount, given, { exact: true }),
                    },
                  ]
                : []),
              {
                label: spot("fee", { rate: formatRate(manual.feeRate) }),
                value: formatAmount(quote?.fee, "USDT", { exact: true }),
              },
              {
                label: t(type === "limit" ? "receiveAtLeast" : "receiveAbout"),
                value: formatAmount(quote?.received, received, { exact: true }),
                strong: true,
              },
            ]}
          />
          {price !== null && isMet({ side, type, price }, now) ? (
            <Banner tone="warn">{t("alreadyMet")}</Banner>
          ) : null}
          <p className="text-text-2 desk:text-caption">
            {spot("usedToday", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
          </p>
          {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
          <div data-submit="" className="desk:has-[+:empty]:mb-0!">
            <Button type="submit" wide>
              {spot("review")}
            </Button>
          </div>
          <InlineError>{form.refusal}</InlineError>
        </form>
      </Card>
      {form.reviewed ? (
        <OrderReview
          reviewed={form.reviewed}
          terms={manual}
          blocked={blocked}
          onPlaced={onPlaced}
        />
      ) : null}
    </>
  );
}

function useOrderForm(
  type: OrderType,
  draft: FormDraft<OrderFields>,
  live: Live,
  manual: TradeSettings["manual"],
  blocked: string | null,
) {
  const queryClient = useQueryClient();
  const { side, of, lifetime } = draft.fields;
  const available = useBalance().data?.balances[currenciesOf[side].given].available;
  const price = readPrice(draft.fields.price);
  const request = useRequestKey(`order-${type}`);
  const contentOf = (typed: string) =>
    orderContent({ side, type, of, typed, price: price ?? "", lifetime });
  const givenOf = (typed: string): string | null => {
    const sent = request.unconfirmed<SentOrder>(contentOf(typed))?.order.order;
    if (sent) return sent.amount;
    return of === "given" ? typed : givenFor(side, typed, price, manual);
  };
  const form = useMoneyForm<OrderOffer>({
    draft,
    request,
    orderOf: (typed) => {
      const amount = givenOf(typed);
      const expiresAt = endFromNow(lifetime, live.clockOffsetMs ?? 0);
      return price === null || amount === null
        ? null
        : { side, type, of, typed, amount, price, lifetime, expiresAt };
    },
    contentOf: orderContent,
    check: (typed) => {
      const amount = givenOf(typed);
      return amount === null ? null : orderProblem(side, amount, price, available, manual);
    },
    blocked,
    onReview: () => void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() }),
  });
  return { form, price, amount: form.amount === null ? null : givenOf(form.amount) };
}
