"use client";

import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { AmountField } from "@/components/forms/amount-field";
import type { Live } from "@/components/market/use-blocked-reason";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { Segmented } from "@/components/ui/segmented";
import { useBalance } from "@/lib/accounts/client";
import { dropFormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { type AmountProblem, checkAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { type SpotDraft, spotContent } from "../order-content";
import { currenciesOf, currentPrice, givenFor, quoteSpot } from "./spot-quote";
import type { Sent } from "./spot-review";
import { spreadName, spreadRows } from "./spread";

export interface SpotTicketProps {
  settings: TradeSettings;
  live: Live;
  /** Of the page: what may have been filled is reviewed whatever the limits and the price are now. */
  request: RequestKey;
  /** Why nothing can be traded right now; said beside the button. */
  blocked: string | null;
  onReview: (draft: SpotDraft) => void;
}

/** The order form of a spot trade. The amount is what one gives, or what one wants to get. */
export function SpotTicket({ settings, live, request, blocked, onReview }: SpotTicketProps) {
  const t = useTranslations("spot");
  const problems = useTranslations("trade.problems");
  const { manual } = settings;
  const [side, setSide] = useState<SpotSide>("buy");
  const [isWanted, setWanted] = useState(false);
  const [text, setText] = useState("");
  const [checked, setChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const keep = useFormDraft("spot", (kept) => {
    setSide(kept.side === "sell" ? "sell" : "buy");
    setWanted(kept.of === "wanted");
    setText(kept.amount ?? "");
  });
  const balances = useBalance().data?.balances;
  const { given, received } = currenciesOf[side];
  const spread = spreadName(manual.spread);
  const unit = isWanted ? received : given;
  const available = balances?.[given].available;
  const price = currentPrice(side, live.price, manual);
  const reading = checkAmount(text, { decimals: MICRO_DECIMALS });
  const typed = reading.ok ? reading.value : null;
  const wanted = isWanted ? typed : null;
  const sent = typed && request.unconfirmed<Sent>(spotContent({ side, amount: typed, wanted }));
  const amountNow = isWanted ? givenFor(side, typed, price, manual) : typed;
  const amount = sent ? sent.order.order.amount : amountNow;
  const quote = quoteSpot(side, amount, price, manual);
  const limits = sent ? null : limitProblem({ side, amount, available, quote, manual });
  const problem = reading.ok ? limits : reading.problem;
  const refusal = sent ? null : blocked;

  const review = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (problem) field.current?.focus();
    else if (refusal === null && amount !== null) onReview({ side, amount, wanted });
  };
  const start = (change: () => void) => {
    change();
    dropFormDraft("spot");
    setText("");
    setChecked(false);
  };
  return (
    <Card aria-labelledby="spot-ticket">
      <SectionTitle id="spot-ticket">{t("ticket")}</SectionTitle>
      <form noValidate onSubmit={review} className="space-y-4">
        <Segmented
          label={t("side")}
          options={(["buy", "sell"] as const).map((value) => ({
            value,
            label: t(`sides.${value}`),
          }))}
          value={side}
          onValueChange={(next) => start(() => setSide(next))}
        />
        <AmountField
          ref={field}
          label={t(isWanted ? "amountToGet" : side === "buy" ? "amountToSpend" : "amountToSell")}
          unit={unit}
          unitSlot={
            <UnitButton
              unit={unit}
              other={isWanted ? given : received}
              onSwap={() => start(() => setWanted(!isWanted))}
            />
          }
          value={text}
          available={isWanted ? undefined : (available ?? null)}
          showMax={side === "sell" && !isWanted}
          hint={t.rich("limits", {
            available: () => <HideableAmount value={available} currency={given} />,
            min: formatAmount(manual.minAmount, "USDT", { exact: true }),
            max: formatAmount(manual.maxAmount, "USDT"),
          })}
          error={checked && problem ? problems(problem) : undefined}
          onChange={(event) => {
            setText(event.target.value);
            keep({ side, of: isWanted ? "wanted" : "given", amount: event.target.value });
          }}
        />
        <KeyValueRows
          boxed
          rows={[
            {
              label: t(side === "buy" ? "buyPrice" : "sellPrice", { spread }),
              value: (
                <span className="flex flex-wrap items-center justify-end gap-x-2">
                  {formatPrice(price)}
                  <LiveDot
                    lastTickAtMs={live.lastTickAtMs}
                    clockOffsetMs={live.clockOffsetMs}
                    stale={live.price?.stale}
                  />
                </span>
              ),
            },
            ...spreadRows(t("spread"), spread),
            {
              label: t("fee", { rate: formatRate(manual.feeRate) }),
              value: formatAmount(quote?.fee, "USDT", { exact: true }),
            },
            ...(isWanted
              ? [
                  {
                    label: t(side === "buy" ? "spend" : "give"),
                    value: formatAmount(quote && amount, given, { exact: true }),
                  },
                ]
              : []),
            {
              label: t("receiveAbout"),
              value: formatAmount(quote?.received, received, { exact: true }),
              strong: true,
            },
          ]}
        />
        <p className="text-text-2">
          {t("usedToday", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
        </p>
        {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
        <Button type="submit" wide>
          {t("review")}
        </Button>
        <InlineError>{checked && !problem ? refusal : null}</InlineError>
      </form>
    </Card>
  );
}

type Checked = {
  side: SpotSide;
  amount: string | null;
  available: string | undefined;
  quote: ReturnType<typeof quoteSpot>;
  manual: TradeSettings["manual"];
};

/** The server's limits, which are in USDT on both sides. The whole rest may be sold however small it is. */
function limitProblem({ side, amount, available, quote, manual }: Checked): AmountProblem | null {
  if (amount === null) return null;
  if (available !== undefined && compareDecimal(amount, available) > 0) return "aboveAvailable";
  const value = quote?.gross ?? (side === "buy" ? amount : null);
  if (value === null) return null;
  const isRest =
    side === "sell" && available !== undefined && compareDecimal(amount, available) === 0;
  if (compareDecimal(value, manual.minAmount) < 0 && !isRest) return "belowMin";
  return compareDecimal(value, manual.maxAmount) > 0 ? "aboveMax" : null;
}

function UnitButton({ unit, other, onSwap }: { unit: string; other: string; onSwap: () => void }) {
  const t = useTranslations("spot");
  return (
    <button
      type="button"
      aria-label={t("swapUnit", { unit, other })}
      className="-my-2 inline-flex min-h-target items-center gap-1.5 font-semibold text-body text-gold-text"
      onClick={onSwap}
    >
      {unit}
      <ArrowLeftRight aria-hidden="true" className="size-4" />
    </button>
  );
}
