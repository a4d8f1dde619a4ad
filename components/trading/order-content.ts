import { plainAmount } from "@/lib/platform/ui/amount-input";
import type { OptionOrder } from "@/lib/trading/placing-client";
import type { SpotSide } from "@/lib/trading/spot-rules";

type SpotDraft = {
  side: SpotSide;
  /** USDT to spend for a buy, XAUT to give for a sale. */
  amount: string;
  /** What is to be got for it, where that was typed: the amount then moves with the price. */
  wanted: string | null;
};

/** What is to be traded, the price at which it is reviewed, and when that was current; null where that was not kept. */
export type SpotOffer = SpotDraft & { price: string; at: string | null };

/** What makes two options the same one, for their key. */
export const optionContent = ({ direction, amount, duration }: OptionOrder): string =>
  JSON.stringify({ direction, amount: plainAmount(amount), duration });

/** What makes two spot trades the same one, for their key: as it was typed, whatever the price does meanwhile. */
export const spotContent = ({ side, amount, wanted }: SpotDraft): string =>
  JSON.stringify([side, wanted === null ? plainAmount(amount) : { wanted: plainAmount(wanted) }]);
