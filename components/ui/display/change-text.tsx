import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { directionOf, formatPercent, formatPrice } from "@/lib/platform/ui/format";

export interface ChangeTextProps {
  /** The change as a decimal string; its sign decides arrow and colour. */
  value: string | null | undefined;
  /** The change in percent, as a decimal string. */
  percent?: string | null;
  decimals?: number;
  /** Replaces the digits of `value`, e.g. with a hideable amount. */
  text?: React.ReactNode;
  className?: string;
}

const LOOKS = {
  up: { icon: ArrowUp, className: "text-up" },
  down: { icon: ArrowDown, className: "text-down" },
  flat: { icon: null, className: "text-text-2" },
};

/** A change as arrow, sign and number; screen readers hear "up" or "down". No change has no sign, so no icon like one. */
export function ChangeText({ value, percent, decimals = 2, text, className }: ChangeTextProps) {
  const t = useTranslations("ui.direction");
  const direction = directionOf(value);
  const { icon: Icon, className: tone } = LOOKS[direction];
  return (
    <span className={clsx("inline-flex flex-wrap items-baseline gap-x-1", tone, className)}>
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 self-center" /> : null}
      <span className="sr-only">{t(direction)} </span>
      <span className="whitespace-nowrap">
        {text ?? formatPrice(value, { decimals, sign: true })}
      </span>
      {percent == null ? null : (
        <span className="whitespace-nowrap">({formatPercent(percent, { sign: true })})</span>
      )}
    </span>
  );
}
