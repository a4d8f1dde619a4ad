"use client";

import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import type { useMoneyForm } from "@/components/forms/money/use-money-form";
import { ToleranceField } from "@/components/market/tolerance";
import type { Live } from "@/components/market/use-blocked-reason";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { Segmented } from "@/components/ui/segmented";
import { StoredGold } from "@/components/vault/stored-gold";
import { useBalance } from "@/lib/accounts/client";
import type { FormDraft } from "@/lib/platform/client/form-draft";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import type { SpotOffer } from "../order-content";
import { ShareButtons } from "./share-buttons";
import { currenciesOf, currentPrice, goldFor, quoteSpot } from "./spot-quote";
import { spreadName, spreadRows } from "./spread";

/** What is typed of a spot trade. */
export type SpotFields = {
  side: SpotSide;
  /** Whether the amount is what one gives, or what one wants to get. */
  of: "given" | "wanted";
  amount: string;
};

export interface SpotTicketProps {
  settings: TradeSettings;
  live: Live;
  draft: FormDraft<SpotFields>;
  form: ReturnType<typeof useMoneyForm<SpotOffer>>;
  /** What is given for what is typed; null while it can't be said. */
  amount: string | null;
  /** Why nothing can be traded right now; said beside the button. */
  blocked: string | null;
}

/** The order form of a spot trade. The amount is what one gives, or what one wants to get. */
export function SpotTicket({ settings, live, draft, form, amount, blocked }: SpotTicketProps) {
  const { element } = form;
  const t = useTranslations("spot");
  const { manual } = settings;
  const { side, of } = draft.fields;
  const isWanted = of === "wanted";
  const { given, received } = currenciesOf[side];
  const available = useBalance().data?.balances[given].available;
  const spread = spreadName(manual.spread);
  const unit = isWanted ? received : given;
  const price = currentPrice(side, live.price, manual);
  const quote = quoteSpot(side, amount, price, manual);
  const start = (next: Partial<SpotFields>) => {
    draft.change({ ...next, amount: "" });
    form.restart();
  };
  return (
    <Card data-ticket="" aria-labelledby="spot-ticket">
      <SectionTitle id="spot-ticket">{t("ticket")}</SectionTitle>
      <form ref={element} noValidate onSubmit={form.submit} className="space-y-4 desk:space-y-3">
        <Segmented
          label={t("side")}
          options={(["buy", "sell"] as const).map((value) => ({
            value,
            label: t(`sides.${value}`),
          }))}
          value={side}
          onValueChange={(next) => start({ side: next })}
        />
        <div className="space-y-2">
          <AmountField
            {...form.amountField}
            label={t(isWanted ? "amountToGet" : side === "buy" ? "amountToSpend" : "amountToSell")}
            unit={unit}
            unitSlot={
              <UnitButton
                unit={unit}
                other={isWanted ? given : received}
                onSwap={() => start({ of: isWanted ? "given" : "wanted" })}
              />
            }
            available={isWanted ? undefined : (available ?? null)}
            showMax={side === "sell" && !isWanted}
            hint={t.rich(unit === "XAUT" && price !== null ? "limitsAbout" : "limits", {
              available: () => <HideableAmount value={available} currency={given} />,
              min: formatAmount(manual.minAmount, "USDT", { exact: true }),
              max: formatAmount(manual.maxAmount, "USDT"),
              minXaut: formatAmount(goldFor(manual.minAmount, price, "up"), "XAUT"),
              maxXaut: formatAmount(goldFor(manual.maxAmount, price, "down"), "XAUT"),
            })}
          />
          <ShareButtons
            available={available}
            onFill={(share) => draft.change({ of: "given", amount: share })}
          />
        </div>
        {side === "sell" ? <StoredGold /> : null}
        <KeyValueRows
          boxed
          className="desk:text-caption desk:[&>div]:py-1.5"
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
        <ToleranceField />
        <p className="text-text-2 desk:text-caption">
          {t("usedToday", { used: settings.dailyTradesUsed, limit: settings.dailyTradeLimit })}
        </p>
        {blocked ? <Banner tone="warn">{blocked}</Banner> : null}
        <div data-submit="" className="desk:has-[+:empty]:mb-0!">
          <Button type="submit" wide>
            {t("review")}
          </Button>
        </div>
        <InlineError>{form.refusal}</InlineError>
      </form>
    </Card>
  );
}

/** Changes the coin that an amount is typed in. */
export function UnitButton({
  unit,
  other,
  onSwap,
}: {
  unit: string;
  other: string;
  onSwap: () => void;
}) {
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
