import { plainAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { canonicalAddress, type Network } from "@/lib/wallets/rules";

/** What the review repeats and the server gets. */
export interface WithdrawPlan {
  currency: string;
  network: Network;
  address: string;
  amount: string;
  /** The fee that was in force when the review began, in what the amount is in. */
  fee: string;
}

/** What arrives of an amount, or null when nothing would. */
export function netOf(amount: string | null, fee: string): string | null {
  return amount === null || compareDecimal(amount, fee) <= 0 ? null : subtractDecimal(amount, fee);
}

/** What makes two withdrawals the same one, for their key, however the address is spelt. Its address is a valid one. */
export const withdrawalContent = ({ currency, network, address, amount }: WithdrawPlan): string =>
  JSON.stringify({
    currency,
    network,
    address: canonicalAddress(network, address),
    amount: plainAmount(amount),
  });
