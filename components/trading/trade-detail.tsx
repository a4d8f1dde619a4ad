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

export interface TradeDetailProps {
  /** The trade, or which one it is: what is not known of it comes with its receipt. */
  trade: TradeDto | { id: string };
  onClose: () => void;
}

/** One trade with its receipt: the recorded prices and how the result follows from them. */
export function TradeDetail({ trade: opened, onClose }: TradeDetailProps) {
  const t = useTranslations("trade");
  const { what } = useTradeText();
  const receipt = useReceipt(opened.id);
  const trade = receipt.data?.trade ?? ("status" in opened ? opened : null);
  const voidReason = useVoidReason();
  const reason = trade && voidReason(trade);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("receiptTitle")}
      description={trade ? what(trade) : undefined}
    >
      <div className="space-y-4">
        {trade ? (
          <p className="flex flex-wrap gap-2">
            <StatusPill status={trade.status} />
            {trade.simulated ? <SimulatedPill>{t("simulatedPrices")}</SimulatedPill> : null}
          </p>
        ) : null}
        {reason ? <p>{reason}</p> : null}
        {receipt.data?.kind === "option" ? <OptionReceiptRows receipt={receipt.data} /> : null}
        {receipt.data?.kind === "spot" ? <SpotReceiptRows receipt={receipt.data} /> : null}
        <TradeProof receipt={receipt} />
        <QueryState query={receipt} label={t("receiptTitle")} rows={4} text={t("receiptFailed")} />
      </div>
    </Dialog>
  );
}
