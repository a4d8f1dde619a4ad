"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Segmented } from "@/components/ui/segmented";
import { useBalance } from "@/lib/accounts/client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { type AmountProblem, checkAmount, readAmount } from "@/lib/platform/ui/amount-input";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import type { OptionOrder } from "@/lib/trading/client";
import type { TradeSettings } from "@/lib/trading/schema";
import { breakEvenPercent, quoteOption } from "./spot/quote";

const ROOM_FOR_DIGITS = 4;

export interface TicketProps {
  settings: TradeSettings;
  /** The duration that is chosen at first. Default: the second one. */
  initialSeconds?: number;
  /** Why no option can be opened right now; said beside the buttons. */
  blocked: string | null;
  /** Tells an order that may have been done already: it is reviewed whatever the limits and the price are now. */
  isUnconfirmed: (order: OptionOrder) => boolean;
  onReview: (order: OptionOrder) => void;
}

/** The order form of an option: duration, amount, both results, then Up or Down. */
export function Ticket(props: TicketProps) {
  const { settings, initialSeconds, blocked, isUnconfirmed, onReview } = props;
  const t = useTranslations("trade");
  const { option } = settings;
  const balance = useBalance();
  const available = balance.data?.balances.USDT.available;
  const [seconds, setSeconds] = useState(initialSeconds ?? option.durations[1]?.seconds ?? 0);
  const [text, setText] = useState("");
  const keep = useFormDraft("option", (kept) => {
    setText(kept.amount ?? "");
    setSeconds((first) => Number(kept.seconds) || first);
  });
  const [problem, setProblem] = useState<AmountProblem | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const chosen =
    option.durations.find((duration) => duration.seconds === seconds) ?? option.durations[0];
  const reading = readAmount(text, MICRO_DECIMALS);
  const amount = reading.ok ? reading.value : null;
  const limits = {
    decimals: MICRO_DECIMALS,
    min: option.minAmount,
    max: option.maxAmount,
    available,
  };

  const review = (direction: "up" | "down") => {
    const orderOf = (amount: string) => ({ direction, amount, duration: chosen?.seconds ?? 0 });
    const isSent = (amount: string) => isUnconfirmed(orderOf(amount));
    const check = checkAmount(text, { ...limits, isUnconfirmed: isSent });
    const isFree = blocked === null || (check.ok && isSent(check.value));
    setProblem(check.ok ? null : check.problem);
    setRefused(!isFree);
    if (!check.ok) field.current?.focus();
    else if (isFree && chosen) onReview(orderOf(check.value));
  };
  return (
    <Card aria-labelledby="new-option">
      <SectionTitle id="new-option">{t("newOption")}</SectionTitle>
      <div className="space-y-4">
        <div>
          <p aria-hidden="true" className="mb-1 text-text-2">
            {t("duration")}
          </p>
          <Segmented
            label={t("duration")}
            className="grid grid-cols-3 gap-2 min-[360px]:grid-cols-5 lg:grid-cols-3 xl:grid-cols-5"
            options={option.durations.map((duration) => ({
              value: String(duration.seconds),
              label: t("seconds", { seconds: duration.seconds }),
            }))}
            value={String(chosen?.seconds ?? "")}
            onValueChange={(value) => {
              setSeconds(Number(value));
              keep({ amount: text, seconds: value });
            }}
          />
        </div>
        <AmountField
          ref={field}
          label={t("amount")}
          unit="USDT"
          available={available ?? null}
          min={option.minAmount}
          max={option.maxAmount}
          error={problem ? t(`problems.${problem}`) : undefined}
          value={text}
          onValueChange={(typed) => {
            setText(typed);
            keep({ amount: typed, seconds: String(seconds) });
            if (!problem) return;
            const check = checkAmount(typed, limits);
            setProblem(check.ok ? null : check.problem);
          }}
        />
        {chosen ? <BothResults amount={amount} payoutRate={chosen.payoutRate} /> : null}
        <p className="text-text-2">{t("entryDelay", { seconds: option.entryDelayMs / 1000 })}</p>
        <p className="text-text-2">
          {t("usedToday", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
        </p>
        {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
        <div className="grid grid-cols-2 gap-3">
          <Button variant="up" icon={<ArrowUp aria-hidden="true" />} onClick={() => review("up")}>
            {t("sides.up")}
          </Button>
          <Button
            variant="down"
            icon={<ArrowDown aria-hidden="true" />}
            onClick={() => review("down")}
          >
            {t("sides.down")}
          </Button>
        </div>
        <InlineError>{refused ? blocked : null}</InlineError>
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
