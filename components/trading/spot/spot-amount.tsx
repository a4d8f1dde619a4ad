"use client";

import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { AmountField } from "@/components/forms/amount-field";
import type { useMoneyForm } from "@/components/forms/money/use-money-form";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { useBalance } from "@/lib/accounts/client";
import { formatAmount } from "@/lib/platform/ui/format";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { ShareButtons } from "./share-buttons";
import { currenciesOf, goldFor } from "./spot-quote";

/** What an amount that is typed counts: what one gives, or what one wants to get. */
export type AmountOf = "given" | "wanted";

export interface SpotAmountProps {
  field: ReturnType<typeof useMoneyForm>["amountField"];
  side: SpotSide;
  of: AmountOf;
  /** By which limits in USDT are said in XAUT; null while there is none. */
  price: string | null;
  manual: TradeSettings["manual"];
  showMax?: boolean;
  /** Told to count the other. */
  onSwap: (of: AmountOf) => void;
  /** Told a part of what is available, which is given. */
  onShare: (amount: string) => void;
}

/** The amount of a trade or order, in what one gives or what one wants to get, or as a share of what is available. */
export function SpotAmount({
  field,
  side,
  of,
  price,
  manual,
  showMax,
  onSwap,
  onShare,
}: SpotAmountProps) {
  const t = useTranslations("spot");
  const { given, received } = currenciesOf[side];
  const isWanted = of === "wanted";
  const unit = isWanted ? received : given;
  const available = useBalance().data?.balances[given].available;
  return (
    <div className="space-y-2">
      <AmountField
        {...field}
        label={t(isWanted ? "amountToGet" : side === "buy" ? "amountToSpend" : "amountToSell")}
        unit={unit}
        unitSlot={
          <UnitButton
            unit={unit}
            other={isWanted ? given : received}
            onSwap={() => onSwap(isWanted ? "given" : "wanted")}
          />
        }
        available={isWanted ? undefined : (available ?? null)}
        showMax={showMax && !isWanted}
        hint={t.rich(unit === "XAUT" && price !== null ? "limitsAbout" : "limits", {
          available: () => <HideableAmount value={available} currency={given} />,
          min: formatAmount(manual.minAmount, "USDT", { exact: true }),
          max: formatAmount(manual.maxAmount, "USDT"),
          minXaut: formatAmount(goldFor(manual.minAmount, price, "up"), "XAUT"),
          maxXaut: formatAmount(goldFor(manual.maxAmount, price, "down"), "XAUT"),
        })}
      />
      <ShareButtons available={available} onFill={onShare} />
    </div>
  );
}

/** Changes the coin that an amount is typed in. */
function UnitButton({ unit, other, onSwap }: { unit: string; other: string; onSwap: () => void }) {
  const t = useTranslations("spot");
  return (
    <button
      type="button"
      aria-label={t("swapUnit", { unit, other })}
      className="-my-2 inline-flex min-h-target items-center gap-1.5 font-semibold text-body text-gold-text"
      onClick={onSwap}
    >
      {unit}
      <ArrowLeftRight aria-hidden="true" className="size-4" />
    </button>
  );
}
