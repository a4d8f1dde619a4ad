import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SegmentedLinks } from "@/components/ui/segmented";
import type { TradeType } from "@/lib/trading/rules";

const PAGES = { manual: "/trade", option: "/option-trading", ai: "/ai-trading" } as const;

const TYPES = ["manual", "option", "ai"] as const;

export interface TradeSegmentsProps {
  current: TradeType;
  /** Beside the links. */
  children?: ReactNode;
}

/** Switches between the kinds of trading. */
export function TradeSegments({ current, children }: TradeSegmentsProps) {
  const t = useTranslations("spot.segments");
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <SegmentedLinks
          label={t("label")}
          items={TYPES.map((type) => ({ href: PAGES[type], label: t(type) }))}
          current={PAGES[current]}
        />
      </div>
      {children}
    </div>
  );
}
