"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Banner } from "@/components/ui/display/banner";
import { dropFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { tradingKeys, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { SpotReview } from "../lazy-dialogs";
import { spotContent } from "../order-content";
import { SettingsPending } from "../settings-pending";
import { currentPrice } from "./spot-quote";
import { SpotResult } from "./spot-result";
import type { Sent, SpotReviewProps } from "./spot-review";
import { SpotTicket } from "./spot-ticket";

/** The way to a spot trade: ticket, review, result. */
export function NewSpot({ live, onReceipt }: { live: Live; onReceipt: (trade: TradeDto) => void }) {
  const t = useTranslations("spot");
  const queryClient = useQueryClient();
  const settings = useTradeSettings();
  const [draft, setDraft] = useState<SpotReviewProps["draft"] | null>(null);
  const request = useRequestKey("spot");
  const [filled, setFilled] = useState<{ trade: TradeDto; earlier: string | null } | null>(null);
  const blocked = useBlockedReason(live, "spot");
  if (settings.data === undefined) {
    return (
      <SettingsPending settings={settings} label={t("ticket")} failedText={t("settingsFailed")} />
    );
  }
  const { manual } = settings.data;
  return (
    <>
      <div>
        <div role="status" className="not-empty:mb-4">
          {filled ? (
            <SpotResult
              key={filled.trade.id}
              {...filled}
              onReceipt={() => onReceipt(filled.trade)}
            />
          ) : null}
        </div>
        {manual.enabled ? (
          <SpotTicket
            // A filled order leaves an empty form.
            key={filled?.trade.id}
            settings={settings.data}
            live={live}
            request={request}
            blocked={blocked}
            onReview={(next) => {
              const sent = request.unconfirmed<Sent>(spotContent(next));
              const price = sent?.order.price ?? currentPrice(next.side, live.price, manual);
              const at = (sent ? sent.order.at : live.price?.at) ?? null;
              if (price) setDraft({ ...next, price, at });
              void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() });
            }}
          />
        ) : (
          <Banner tone="info" title={t("offTitle")}>
            {t("offText")}
          </Banner>
        )}
      </div>
      {draft ? (
        <SpotReview
          draft={draft}
          request={request}
          terms={manual}
          price={currentPrice(draft.side, live.price, manual)}
          live={live}
          blocked={manual.enabled ? blocked : t("offTitle")}
          onClose={() => setDraft(null)}
          onFilled={(trade, earlier) => {
            dropFormDraft("spot");
            setFilled({ trade, earlier });
          }}
        />
      ) : null}
    </>
  );
}
