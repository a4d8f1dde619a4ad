import { type BaseSyntheticEvent, type ChangeEvent, useRef, useState } from "react";
import type { RequestKey } from "@/lib/platform/client/request-key";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { type AmountProblem, readAmount } from "@/lib/platform/ui/amount-input";
import { focusFirstError } from "../focus-first-error";

/** An order that is about to be confirmed. */
export interface Reviewed<Order> {
  order: Order;
  /** What makes two orders the same one, for their key. */
  content: string;
  request: RequestKey;
  /** Closes the review. The next is of another order, unless this one is unconfirmed. */
  leave: () => void;
  /** Closes it and empties the form. */
  finish: () => void;
}

export interface MoneyFormOptions<Order, Choice> {
  /** Of `useFormDraft`. */
  draft: {
    fields: { amount: string };
    change: (next: { amount: string }) => void;
    clear: () => void;
  };
  /** Of the form: what may have been done is still known to it when the review opens again. */
  request: RequestKey;
  /** What would be ordered of a typed amount; null while it can't be said. */
  orderOf: (amount: string, choice: Choice) => Order | null;
  contentOf: (order: Order) => string;
  /** Checks a typed amount against balance and limits. An unconfirmed order is sent again whatever they are now. */
  check: (amount: string) => AmountProblem | null;
  /** Why no new order can be sent right now. */
  blocked?: string | null;
  /** Called when a review opens. */
  onReview?: (order: Order) => void;
}

/**
 * What every form has that orders something for an amount: it is checked before its review, from the first try on
 * also while it is typed, unless it repeats an order whose outcome is unknown. The first wrong field gets the focus.
 */
export function useMoneyForm<Order, Choice = undefined>({
  draft,
  request,
  orderOf,
  contentOf,
  check,
  blocked = null,
  onReview,
}: MoneyFormOptions<Order, Choice>) {
  const element = useRef<HTMLFormElement & HTMLDivElement>(null);
  const [tried, setTried] = useState<{ choice: Choice } | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const reading = readAmount(draft.fields.amount, MICRO_DECIMALS);

  const attempt = (choice: Choice) => {
    if (!reading.ok) return { order: null, problem: reading.problem, refusal: null };
    const order = orderOf(reading.value, choice);
    const isAgain = order !== null && request.unconfirmed(contentOf(order)) !== null;
    const problem = isAgain ? null : check(reading.value);
    return { order, problem, refusal: isAgain || problem ? null : blocked };
  };
  const review = (choice: Choice): void => {
    setTried({ choice });
    const { order, problem, refusal } = attempt(choice);
    if (problem === null && refusal !== null) return;
    if (problem === null && order !== null) {
      setOrder(order);
      onReview?.(order);
    } else focusFirstError(element.current);
  };
  const clear = (): void => {
    draft.clear();
    setTried(null);
  };
  const reviewedOf = (order: Order): Reviewed<Order> => ({
    order,
    content: contentOf(order),
    request,
    leave: () => {
      request.leave(contentOf(order));
      setOrder(null);
    },
    finish: () => {
      clear();
      setOrder(null);
    },
  });
  const { problem, refusal } = tried ? attempt(tried.choice) : { problem: null, refusal: null };
  return {
    /** The form's element, or any other around its fields. */
    element,
    /** The typed amount as a decimal string; null while it is none. */
    amount: reading.ok ? reading.value : null,
    /** For its field. */
    amountField: {
      value: draft.fields.amount,
      problem,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        draft.change({ amount: target.value }),
    },
    /** Whether a review was asked for: from then on what is wrong is said. */
    isTried: tried !== null,
    /** Why the review that was asked for did not open, where nothing is wrong with the fields. */
    refusal,
    review,
    submit: (event: BaseSyntheticEvent) => {
      event.preventDefault();
      review(undefined as Choice);
    },
    clear,
    /** Says nothing of what is wrong until the next try. */
    restart: () => setTried(null),
    reviewed: order === null ? null : reviewedOf(order),
  };
}
