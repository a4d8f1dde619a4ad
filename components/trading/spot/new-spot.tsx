"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Banner } from "@/components/ui/display/banner";
import { useBalance } from "@/lib/accounts/client";
import type { PriceResponse } from "@/lib/market/schema";
import { type FormDraft, useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { type AmountProblem, limitProblem } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { tradingKeys, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { SpotReview } from "../lazy-dialogs";
import { type SpotOffer, spotContent } from "../order-content";
import { SettingsPending } from "../settings-pending";
import { currenciesOf, currentPrice, givenFor, quoteSpot } from "./spot-quote";
import { SpotResult } from "./spot-result";
import type { Sent } from "./spot-review";
import { type SpotFields, SpotTicket } from "./spot-ticket";

/** A side that was asked for outside the ticket; each new object asks again. */
export type AskedSide = {
  side: SpotSide;
  /** Where the person is busy elsewhere, as with the kind of order. */
  keepsFocus?: boolean;
};

export interface NewSpotProps {
  live: Live;
  asked?: AskedSide | null;
  /** Told the side that the ticket shows. */
  onSide?: (side: SpotSide) => void;
  onReceipt: (trade: TradeDto) => void;
}

/** The way to a spot trade: ticket, review, result. */
export function NewSpot(props: NewSpotProps) {
  const t = useTranslations("spot");
  const settings = useTradeSettings();
  return settings.data ? (
    <SpotForm {...props} settings={settings.data} />
  ) : (
    <SettingsPending settings={settings} label={t("ticket")} failedText={t("settingsFailed")} />
  );
}

const START: SpotFields = { side: "buy", of: "given", amount: "" };

function SpotForm({
  live,
  asked = null,
  onSide,
  onReceipt,
  settings,
}: NewSpotProps & { settings: TradeSettings }) {
  const t = useTranslations("spot");
  const { manual } = settings;
  const [filled, setFilled] = useState<{ trade: TradeDto; earlier: string | null } | null>(null);
  const blocked = useBlockedReason(live, "spot");
  const draft = useFormDraft("spot", START);
  const { form, amount } = useSpotForm(draft, live.price, manual, blocked);
  const { reviewed } = form;
  useAskedSide(asked, draft, form, onSide);
  return (
    <>
      <div>
        <div role="status" className="not-empty:mb-4">
          {filled ? (
            <SpotResult key={filled.trade.id} {...filled} live={live} onReceipt={onReceipt} />
          ) : null}
        </div>
        {manual.enabled ? (
          <SpotTicket
            settings={settings}
            live={live}
            draft={draft}
            form={form}
            amount={amount}
            blocked={blocked}
          />
        ) : (
          <Banner tone="info" title={t("offTitle")}>
            {t("offText")}
          </Banner>
        )}
      </div>
      {reviewed ? (
        <SpotReview
          reviewed={reviewed}
          terms={manual}
          price={currentPrice(reviewed.order.side, live.price, manual)}
          live={live}
          blocked={manual.enabled ? blocked : t("offTitle")}
          onFilled={(trade, earlier) => setFilled({ trade, earlier })}
        />
      ) : null}
    </>
  );
}

/** Another ticket that is shown later doesn't turn to them again. */
const answered = new WeakSet<AskedSide>();

/** Turns a ticket to the side that was asked for, where the focus goes on. Another side starts with no amount. */
export function useAskedSide<F extends SideFields>(
  asked: AskedSide | null,
  draft: Pick<FormDraft<F>, "change" | "fields">,
  form: { element: RefObject<HTMLElement | null>; restart: () => void },
  onSide?: (side: SpotSide) => void,
): void {
  const latest = useRef({ draft, form });
  const { side } = draft.fields;
  useEffect(() => {
    latest.current = { draft, form };
    onSide?.(side);
  });
  useEffect(() => {
    if (asked === null || answered.has(asked)) return;
    answered.add(asked);
    const { draft: fields, form: ticket } = latest.current;
    fields.change((now) =>
      now.side === asked.side ? now : { ...now, side: asked.side, amount: "" },
    );
    ticket.restart();
    const place = ticket.element.current;
    // A sheet begins with its title, and with no keyboard over it.
    if (asked.keepsFocus || place?.closest("[role='dialog']")) return;
    place?.querySelector<HTMLElement>("input[inputmode='decimal']")?.focus();
  }, [asked]);
}

type SideFields = { side: SpotSide; amount: string };

function useSpotForm(
  draft: FormDraft<SpotFields>,
  price: PriceResponse | null,
  manual: TradeSettings["manual"],
  blocked: string | null,
) {
  const queryClient = useQueryClient();
  const { side, of } = draft.fields;
  const available = useBalance().data?.balances[currenciesOf[side].given].available;
  const request = useRequestKey("spot");
  const now = currentPrice(side, price, manual);
  const wantedOf = (typed: string) => (of === "wanted" ? typed : null);
  const sentOf = (typed: string) =>
    request.unconfirmed<Sent>(spotContent({ side, amount: typed, wanted: wantedOf(typed) }))?.order;
  const givenOf = (typed: string) =>
    sentOf(typed)?.order.amount ?? (of === "wanted" ? givenFor(side, typed, now, manual) : typed);
  const form = useMoneyForm<SpotOffer>({
    draft,
    request,
    orderOf: (typed) => {
      const sent = sentOf(typed);
      const amount = givenOf(typed);
      const at = (sent ? sent.at : price?.at) ?? null;
      const asked = sent?.price ?? now;
      return amount && asked ? { side, amount, wanted: wantedOf(typed), price: asked, at } : null;
    },
    contentOf: spotContent,
    check: (typed) => {
      const amount = givenOf(typed);
      const problem = limitProblem(typed, {});
      if (problem !== null || amount === null) return problem;
      return spotProblem(side, amount, now, available, manual);
    },
    blocked,
    onReview: () => void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() }),
  });
  /** What is given for what is typed. */
  const amount = form.amount === null ? null : givenOf(form.amount);
  return { form, amount };
}

/** The server's limits, which are in USDT on both sides. The whole rest may be sold however small it is. */
function spotProblem(
  side: SpotSide,
  amount: string,
  price: string | null,
  available: string | undefined,
  manual: TradeSettings["manual"],
): AmountProblem | null {
  const isAll = available !== undefined && compareDecimal(amount, available) === 0;
  const value = quoteSpot(side, amount, price, manual)?.gross ?? (side === "buy" ? amount : null);
  const min = side === "sell" && isAll ? undefined : manual.minAmount;
  return (
    limitProblem(amount, { available }) ??
    (value === null ? null : limitProblem(value, { min, max: manual.maxAmount }))
  );
}
