"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import type { useMoneyForm } from "@/components/forms/money/use-money-form";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Segmented } from "@/components/ui/segmented";
import { useBalance } from "@/lib/accounts/client";
import type { FormDraft } from "@/lib/platform/client/form-draft";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import type { OptionOrder } from "@/lib/trading/placing-client";
import type { TradeSettings } from "@/lib/trading/schema";
import { breakEvenPercent, quoteOption } from "./spot/quote";

const ROOM_FOR_DIGITS = 4;

export interface TicketProps {
  settings: TradeSettings;
  draft: FormDraft<OptionFields>;
  form: ReturnType<typeof useMoneyForm<OptionOrder, Direction>>;
  /** Why no option can be opened right now; said beside the buttons. */
  blocked: string | null;
  /** In a sheet that was opened for a direction; else each has its own button. */
  direction?: Direction | null;
  onDirection?: (direction: Direction) => void;
}

/** What is typed of an option. */
export type OptionFields = { amount: string; seconds: string };
export type Direction = OptionOrder["direction"];

export const directions = ["up", "down"] as const;
export const directionIcons = {
  up: <ArrowUp aria-hidden="true" />,
  down: <ArrowDown aria-hidden="true" />,
};

/** The duration that is chosen, by default the second one; none where none is offered. */
export function chosenDuration({ durations }: TradeSettings["option"], { seconds }: OptionFields) {
  const chosen = durations.find((duration) => String(duration.seconds) === seconds);
  return chosen ?? (seconds === "" ? durations[1] : undefined) ?? durations[0];
}

/** The order form of an option: duration, amount, both results, then Up or Down. */
export function Ticket({
  settings,
  draft,
  form,
  blocked,
  direction = null,
  onDirection = () => {},
}: TicketProps) {
  const { element } = form;
  const t = useTranslations("trade");
  const spot = useTranslations("spot");
  const { option } = settings;
  const available = useBalance().data?.balances.USDT.available;
  const chosen = chosenDuration(option, draft.fields);
  return (
    <Card data-ticket="" aria-labelledby="new-option">
      <SectionTitle id="new-option">{t("newOption")}</SectionTitle>
      <div ref={element} className="space-y-4">
        {direction ? (
          <Segmented
            label={t("direction")}
            options={directions.map((value) => ({ value, label: t(`sides.${value}`) }))}
            value={direction}
            onValueChange={onDirection}
          />
        ) : null}
        <div>
          <p aria-hidden="true" className="mb-1 text-text-2">
            {t("duration")}
          </p>
          <Segmented
            label={t("duration")}
            className="grid grid-cols-3 gap-2 min-[360px]:grid-cols-5 lg:grid-cols-3 xl:grid-cols-5 desk:gap-1 [&>label]:px-1"
            options={option.durations.map((duration) => ({
              value: String(duration.seconds),
              label: t("seconds", { seconds: duration.seconds }),
            }))}
            value={String(chosen?.seconds ?? "")}
            onValueChange={(seconds) => draft.change({ seconds })}
          />
        </div>
        <AmountField
          {...form.amountField}
          label={t("amount")}
          unit="USDT"
          available={available ?? null}
          min={option.minAmount}
          max={option.maxAmount}
        />
        {chosen ? <BothResults amount={form.amount} payoutRate={chosen.payoutRate} /> : null}
        <p className="text-text-2">{t("entryDelay", { seconds: option.entryDelayMs / 1000 })}</p>
        <p className="text-text-2">
          {t("usedToday", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
        </p>
        {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
        <div data-submit="" className={direction ? undefined : "grid grid-cols-2 gap-3"}>
          {direction ? (
            <Button variant={direction} wide onClick={() => form.review(direction)}>
              {spot("review")}
            </Button>
          ) : (
            directions.map((value) => (
              <Button
                key={value}
                variant={value}
                data-direction={value}
                icon={directionIcons[value]}
                onClick={() => form.review(value)}
              >
                {t(`sides.${value}`)}
              </Button>
            ))
          )}
        </div>
        <InlineError>{form.refusal}</InlineError>
      </div>
    </Card>
  );
}

/** Two equal lines: what comes back when right, what is lost when wrong. And how often one must be right. */
function BothResults({ amount, payoutRate }: { amount: string | null; payoutRate: string }) {
  const t = useTranslations("trade");
  const quote = quoteOption(amount, payoutRate);
  const usdt = (value: string | undefined, sign = false) =>
    formatAmount(value, "USDT", { sign, unit: !sign, exact: true });
  // Both lines keep the same shape: when one has no room beside its label, neither has.
  const stacked = (amount?.length ?? 0) > ROOM_FOR_DIGITS;
  return (
    <div className="space-y-2">
      <KeyValueRows
        boxed
        rows={[
          {
            label: t("ifRight"),
            value: quote
              ? t("receive", { amount: usdt(quote.receive), gain: usdt(quote.gain, true) })
              : usdt(undefined),
            stacked,
          },
          {
            label: t("ifWrong"),
            value: quote ? t("lose", { amount: usdt(amount ?? undefined) }) : usdt(undefined),
            stacked,
          },
        ]}
      />
      <p>
        {t("breakEven", {
          payout: formatRate(payoutRate),
          share: breakEvenPercent(payoutRate),
        })}
      </p>
    </div>
  );
}
