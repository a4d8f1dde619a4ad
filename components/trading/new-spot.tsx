"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Banner } from "@/components/ui/banner";
import { dropFormDraft } from "@/lib/platform/client/form-draft";
import { tradingKeys, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { SpotReview } from "./lazy-dialogs";
import { SettingsPending } from "./settings-pending";
import { currentPrice } from "./spot-quote";
import { SpotResult } from "./spot-result";
import { type SpotDraft, SpotTicket } from "./spot-ticket";

/** The way to a spot trade: ticket, review, result. */
export function NewSpot({ live, onReceipt }: { live: Live; onReceipt: (trade: TradeDto) => void }) {
  const t = useTranslations("spot");
  const queryClient = useQueryClient();
  const settings = useTradeSettings();
  const [draft, setDraft] = useState<SpotDraft | null>(null);
  const [filled, setFilled] = useState<TradeDto | null>(null);
  const blocked = useBlockedReason(live, "spot");
  if (settings.data === undefined) {
    return (
      <SettingsPending settings={settings} label={t("ticket")} failedText={t("settingsFailed")} />
    );
  }
  const { manual } = settings.data;
  if (!manual.enabled) {
    return (
      <Banner tone="info" title={t("offTitle")}>
        {t("offText")}
      </Banner>
    );
  }
  const price = draft && currentPrice(draft.side, live.price, manual);
  return (
    <>
      <div>
        <div role="status" className="not-empty:mb-4">
          {filled ? (
            <SpotResult key={filled.id} trade={filled} onReceipt={() => onReceipt(filled)} />
          ) : null}
        </div>
        <SpotTicket
          // A filled order leaves an empty form.
          key={filled?.id}
          settings={settings.data}
          live={live}
          blocked={blocked}
          onReview={(next) => {
            setDraft(next);
            void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() });
          }}
        />
      </div>
      {draft && price ? (
        <SpotReview
          draft={draft}
          terms={manual}
          price={price}
          simulated={live.price?.simulated ?? false}
          blocked={blocked}
          onClose={() => setDraft(null)}
          onFilled={(trade) => {
            dropFormDraft("spot");
            setFilled(trade);
          }}
        />
      ) : null}
    </>
  );
}
