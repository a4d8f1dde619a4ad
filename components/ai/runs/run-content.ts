import type { AiOrder } from "@/lib/ai/client";
import { plainAmount } from "@/lib/platform/ui/amount-input";

/** What makes two orders of a run the same one, for their key. */
export const runContent = ({ strategy, params, amount }: AiOrder): string =>
  JSON.stringify({ strategy, params, amount: plainAmount(amount) });
