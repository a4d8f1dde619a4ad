"use client";

import { useTranslations } from "next-intl";
import type { useMoneyForm } from "@/components/forms/money/use-money-form";
import { ToleranceField } from "@/components/market/tolerance";
import type { Live } from "@/components/market/use-blocked-reason";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { Segmented } from "@/components/ui/segmented";
import { StoredGold } from "@/components/vault/stored-gold";
import type { FormDraft } from "@/lib/platform/client/form-draft";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import type { SpotOffer } from "../order-content";
import { type AmountOf, SpotAmount } from "./spot-amount";
import { currenciesOf, currentPrice, quoteSpot } from "./spot-quote";
import { spreadName, spreadRows } from "./spread";

/** What is typed of a spot trade. */
export type SpotFields = {
  side: SpotSide;
  of: AmountOf;
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
  const spread = spreadName(manual.spread);
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
        <SpotAmount
          field={form.amountField}
          side={side}
          of={of}
          price={price}
          manual={manual}
          showMax={side === "sell"}
          onSwap={(next) => start({ of: next })}
          onShare={(share) => draft.change({ of: "given", amount: share })}
        />
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
