import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { useBalance } from "@/lib/accounts/client";
import type { AiOrder } from "@/lib/ai/client";
import { useAnewBacktest } from "@/lib/ai/runs-client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatMicro } from "@/lib/platform/money";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { TradeSettings } from "@/lib/trading/schema";
import { MIN_ORDER_MICRO, ordersOf } from "@/lib/trading/strategies/strategy";
import { readTexts, textsOf } from "./param-fields";
import { runContent } from "./runs/run-content";

/** How old a test may be that a review shows. */
const TEST_FRESH_MS = 5 * 60_000;

/** The strategy, and what is typed of its parameters; names are those of `paramField`. */
type RunFields = { strategy: string; amount: string } & Record<string, string>;

/**
 * The form of a new run: what is typed, what it would order, and its review.
 * @param onReview called when a review opens
 */
export function useRunForm({ strategies, ...limits }: TradeSettings["ai"], onReview: () => void) {
  const available = useBalance().data?.balances.USDT.available;
  const makeAnew = useAnewBacktest();
  const start: RunFields = { strategy: strategies[0]?.id ?? "", amount: "" };
  const draft = useFormDraft("run", start, {
    isUsable: (kept) => strategies.some(({ id }) => id === kept.strategy),
  });
  const strategy = strategies.find(({ id }) => id === draft.fields.strategy) ?? strategies[0];
  const texts = strategy ? textsOf(strategy, draft.fields) : {};
  const { params, invalid } = strategy ? readTexts(strategy, texts) : { params: {}, invalid: [] };
  const orders = strategy && invalid.length === 0 ? ordersOf(strategy.params, params) : 1;
  const least = formatMicro(MIN_ORDER_MICRO * BigInt(orders));
  const isSplitFine = compareDecimal(least, limits.minAmount) <= 0;
  const min = isSplitFine ? limits.minAmount : least;
  const max = limits.maxAmount;
  const form = useMoneyForm<AiOrder>({
    draft,
    request: useRequestKey("run"),
    orderOf: (amount) =>
      strategy && invalid.length === 0 ? { strategy: strategy.id, params, amount } : null,
    contentOf: runContent,
    check: (amount) => limitProblem(amount, { min, max, available }),
    onReview: (order) => {
      makeAnew(order, TEST_FRESH_MS);
      onReview();
    },
  });
  return {
    draft,
    form,
    strategy,
    texts,
    params,
    /** Names of the parameters that can't be right. */
    invalid,
    /** How many orders the amount is split into, and whether the site's minimum is enough for each. */
    split: { orders, isFine: isSplitFine },
    limits: { min, max, available },
  };
}

export type RunForm = ReturnType<typeof useRunForm>;
