import { plainAmount } from "@/lib/platform/ui/amount-input";
import type { ChooseRenewalInput, CreateSavingInput } from "@/lib/savings/schema";

export interface Subscription {
  planId: string;
  amount: string;
  /** Of fixed plans; of others it says none. */
  renewal: ChooseRenewalInput;
}

/** What makes two subscriptions the same one, for their key. An unconfirmed one keeps its choice of renewal. */
export const savingContent = ({ planId, amount }: Subscription): string =>
  JSON.stringify([planId, plainAmount(amount)]);

/** What is sent, with its key. */
export type Sent = CreateSavingInput & { idempotencyKey: string };
