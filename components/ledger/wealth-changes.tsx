import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import type { WealthLineDto } from "@/lib/statements/schema";

/** What each currency changed by, under each other. */
export function WealthChanges({
  amounts,
  sign = true,
}: {
  amounts: WealthLineDto["changes"];
  sign?: boolean;
}) {
  return amounts.map(({ currency, amount }) => (
    <HideableAmount
      key={currency}
      value={amount}
      currency={currency}
      sign={sign}
      exact
      className="block"
    />
  ));
}
