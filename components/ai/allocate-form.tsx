"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { focusFirstError } from "@/components/forms/focus-first-error";
import { RadioCards } from "@/components/forms/radio-cards";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { MoneyPauseNote } from "@/components/ui/display/money-pause";
import type { AiOrder } from "@/lib/ai/client";
import { useAnewBacktest } from "@/lib/ai/runs-client";
import { formatMicro } from "@/lib/platform/money";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { formatAmount } from "@/lib/platform/ui/format";
import { MIN_ORDER_MICRO } from "@/lib/trading/strategies/strategy";
import { BacktestResult } from "./backtest-result";
import { ParamFields, paramField, type StrategyInfo } from "./param-fields";
import type { RunForm } from "./use-run-form";

/** What a test uses while no amount is typed. */
const TEST_AMOUNT = "1000";

export interface AllocateFormProps {
  strategies: StrategyInfo[];
  run: RunForm;
  /** Errors of the server by field, such as `params.slow`. */
  serverErrors: Record<string, string[]>;
}

/** Strategy, parameters and amount of a new run, with a test on past prices. */
export function AllocateForm({ strategies, run, serverErrors }: AllocateFormProps) {
  const t = useTranslations("ai.form");
  const { draft, form, strategy, texts, params, invalid, limits } = run;
  const { element } = form;
  const [isTestTried, setTestTried] = useState(false);
  const [tested, setTested] = useState<AiOrder | null>(null);
  const makeAnew = useAnewBacktest();
  if (!strategy) return null;

  const paramErrors = Object.fromEntries(
    Object.keys(strategy.params).map((name) => {
      const isWrong = (form.isTried || isTestTried) && invalid.includes(name);
      return [name, isWrong ? t("outOfRange") : serverErrors[`params.${name}`]?.[0]];
    }),
  );
  const tooSmall = t("ordersTooSmall", {
    count: run.split.orders,
    order: formatAmount(formatMicro(MIN_ORDER_MICRO), "USDT"),
  });
  const choose = (id: string) => {
    draft.change(({ amount }) => ({ strategy: id, amount }));
    form.restart();
    setTestTried(false);
    setTested(null);
  };
  const test = () => {
    setTestTried(true);
    if (invalid.length > 0) return focusFirstError(element.current);
    const hasAmount = form.amount !== null && limitProblem(form.amount, limits) === null;
    const amount = hasAmount ? form.amount : TEST_AMOUNT;
    const order = { strategy: strategy.id, params, amount: amount ?? TEST_AMOUNT };
    makeAnew(order);
    setTested(order);
  };
  return (
    <Card aria-labelledby="allocate">
      <SectionTitle id="allocate">{t("title")}</SectionTitle>
      <form ref={element} noValidate onSubmit={form.submit} className="space-y-4">
        <RadioCards
          name="strategy"
          legend={t("strategy")}
          value={strategy.id}
          onValueChange={choose}
          options={strategies.map(({ id, name, description }) => ({
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
          onChange={(name, text) => draft.change({ [paramField(name)]: text })}
        />
        <AmountField
          {...form.amountField}
          label={t("amount")}
          unit="USDT"
          available={limits.available ?? null}
          min={limits.min}
          max={limits.max}
          problemTexts={run.split.isFine ? undefined : { belowMin: tooSmall }}
          error={serverErrors.amount?.[0]}
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
