"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { RadioCards } from "@/components/forms/radio-cards";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import { useBalance } from "@/lib/accounts/client";
import { type AiOrder, useAnewBacktest } from "@/lib/ai/client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { formatMicro, MICRO_DECIMALS } from "@/lib/platform/money";
import { checkAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";
import { MIN_ORDER_MICRO, ordersOf } from "@/lib/trading/strategies/strategy";
import { BacktestResult } from "./backtest-result";
import {
  defaultTexts,
  keptOf,
  ParamFields,
  type ParamTexts,
  readTexts,
  restoredTexts,
} from "./param-fields";

/** What a test uses while no amount is typed. */
const TEST_AMOUNT = "1000";

/** How old a test may be that a review shows. */
const TEST_FRESH_MS = 5 * 60_000;

/** Names what is kept of this form until an order was accepted. */
export const RUN_DRAFT = "run";

export interface AllocateFormProps {
  settings: TradeSettings["ai"];
  /** Errors of the server by field, such as `params.slow`. */
  serverErrors: Record<string, string[]>;
  /** Tells an order that may have been done already: it is reviewed whatever the limits are now. */
  isUnconfirmed: (order: AiOrder) => boolean;
  onReview: (order: AiOrder) => void;
}

/** Strategy, parameters and amount of a new run, with a test on past prices. */
export function AllocateForm(props: AllocateFormProps) {
  const { settings, serverErrors, isUnconfirmed, onReview } = props;
  const t = useTranslations("ai.form");
  const form = useRef<HTMLFormElement>(null);
  const available = useBalance().data?.balances.USDT.available;
  const [chosen, setChosen] = useState(settings.strategies[0]?.id ?? "");
  const strategy = settings.strategies.find(({ id }) => id === chosen) ?? settings.strategies[0];
  const [texts, setTexts] = useState<ParamTexts>(() => (strategy ? defaultTexts(strategy) : {}));
  const [amount, setAmount] = useState("");
  const keep = useFormDraft(RUN_DRAFT, (kept) => {
    const found = settings.strategies.find(({ id }) => id === kept.strategy);
    if (!found) return;
    setChosen(found.id);
    setTexts(restoredTexts(found, kept));
    setAmount(kept.amount ?? "");
  });
  const [checked, setChecked] = useState<"no" | "params" | "order">("no");
  const [tested, setTested] = useState<AiOrder | null>(null);
  const makeAnew = useAnewBacktest();
  if (!strategy) return null;

  const { params, invalid } = readTexts(strategy, texts);
  const orders = invalid.length === 0 ? ordersOf(strategy.params, params) : 1;
  const least = formatMicro(MIN_ORDER_MICRO * BigInt(orders));
  const isSplitFine = compareDecimal(least, settings.minAmount) <= 0;
  const min = isSplitFine ? settings.minAmount : least;
  const reading = checkAmount(amount, {
    decimals: MICRO_DECIMALS,
    min,
    max: settings.maxAmount,
    available,
    isUnconfirmed: (value) => isUnconfirmed({ strategy: strategy.id, params, amount: value }),
  });
  const paramErrors = Object.fromEntries(
    Object.keys(strategy.params).map((name) => {
      const wrong = checked !== "no" && invalid.includes(name) ? t("outOfRange") : undefined;
      return [name, wrong ?? serverErrors[`params.${name}`]?.[0]];
    }),
  );
  const change = (next: { texts?: ParamTexts; amount?: string }, id = strategy.id) => {
    const all = { texts, amount, ...next };
    setTexts(all.texts);
    setAmount(all.amount);
    keep({ strategy: id, amount: all.amount, ...keptOf(all.texts) });
  };
  const choose = (id: string) => {
    const next = settings.strategies.find((each) => each.id === id);
    if (!next) return;
    setChosen(id);
    change({ texts: defaultTexts(next) }, id);
    setChecked("no");
    setTested(null);
  };
  const check = (isOrder: boolean): boolean => {
    setChecked((old) => (isOrder || old === "order" ? "order" : "params"));
    if (invalid.length === 0 && (!isOrder || reading.ok)) return true;
    // The errors are on the page after this render.
    requestAnimationFrame(() => focusFirstError(form.current));
    return false;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check(true) || !reading.ok) return;
    const order = { strategy: strategy.id, params, amount: reading.value };
    makeAnew(order, TEST_FRESH_MS);
    onReview(order);
  };
  const test = () => {
    if (!check(false)) return;
    const order = {
      strategy: strategy.id,
      params,
      amount: reading.ok ? reading.value : TEST_AMOUNT,
    };
    makeAnew(order);
    setTested(order);
  };
  return (
    <Card aria-labelledby="allocate">
      <SectionTitle id="allocate">{t("title")}</SectionTitle>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <RadioCards
          name="strategy"
          legend={t("strategy")}
          value={strategy.id}
          onValueChange={choose}
          options={settings.strategies.map(({ id, name, description }) => ({
            value: id,
            title: name,
            description,
          }))}
        />
        <p className="rounded-control bg-warn-soft p-3 text-warn">
          <strong className="font-semibold">{t("risk")}</strong> {strategy.risk}
        </p>
        <ParamFields
          strategy={strategy}
          texts={texts}
          errors={paramErrors}
          onChange={(name, text) => change({ texts: { ...texts, [name]: text } })}
        />
        <AmountField
          label={t("amount")}
          unit="USDT"
          available={available ?? null}
          min={min}
          max={settings.maxAmount}
          value={amount}
          error={
            checked === "order" && !reading.ok
              ? t(
                  reading.problem === "belowMin" && !isSplitFine
                    ? "ordersTooSmall"
                    : `problems.${reading.problem}`,
                  { count: orders, order: formatAmount(formatMicro(MIN_ORDER_MICRO), "USDT") },
                )
              : serverErrors.amount?.[0]
          }
          onChange={(event) => change({ amount: event.target.value })}
        />
        <MoneyPauseNote />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={test}>
            {t("test")}
          </Button>
          <Button type="submit" className="min-w-0 flex-1">
            {t("review")}
          </Button>
        </div>
      </form>
      {tested ? <BacktestResult order={tested} strategy={strategy} /> : null}
    </Card>
  );
}
