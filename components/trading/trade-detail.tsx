"use client";

import { useTranslations } from "next-intl";
import { useVoidReason } from "@/components/market/use-void-reason";
import { SimulatedPill, StatusPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useReceipt } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { OptionReceiptRows } from "./options/option-receipt";
import { SpotReceiptRows } from "./spot/spot-receipt";
import { TradeProof } from "./trade-proof";
import { useTradeText } from "./trade-text";

/** One trade with its receipt: the recorded prices and how the result follows from them. */
export function TradeDetail({ trade, onClose }: { trade: TradeDto; onClose: () => void }) {
  const t = useTranslations("trade");
  const { what } = useTradeText();
  const receipt = useReceipt(trade.id);
  const reason = useVoidReason()(receipt.data?.trade ?? trade);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("receiptTitle")}
      description={what(trade)}
    >
      <div className="space-y-4">
        <p className="flex flex-wrap gap-2">
          <StatusPill status={receipt.data?.trade.status ?? trade.status} />
          {trade.simulated ? <SimulatedPill>{t("simulatedPrices")}</SimulatedPill> : null}
        </p>
        {reason === null ? null : <p>{reason}</p>}
        {receipt.data?.kind === "option" ? <OptionReceiptRows receipt={receipt.data} /> : null}
        {receipt.data?.kind === "spot" ? <SpotReceiptRows receipt={receipt.data} /> : null}
        <TradeProof receipt={receipt} />
        <QueryState query={receipt} label={t("receiptTitle")} rows={4} text={t("receiptFailed")} />
      </div>
    </Dialog>
  );
}
