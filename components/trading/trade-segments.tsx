import { useTranslations } from "next-intl";
import { SegmentedLinks } from "@/components/ui/segmented";
import type { TradeType } from "@/lib/trading/rules";

const PAGES = { manual: "/trade", option: "/option-trading", ai: "/ai-trading" } as const;

const TYPES = ["manual", "option", "ai"] as const;

/** Switches between the kinds of trading. */
export function TradeSegments({ current }: { current: TradeType }) {
  const t = useTranslations("spot.segments");
  return (
    <SegmentedLinks
      label={t("label")}
      items={TYPES.map((type) => ({ href: PAGES[type], label: t(type) }))}
      current={PAGES[current]}
    />
  );
}
