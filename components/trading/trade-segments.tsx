import { useTranslations } from "next-intl";
import { SegmentedLinks } from "@/components/ui/segmented";
import { builtProducts, type TradeType } from "@/lib/trading/rules";

const PAGES = { manual: "/trade", option: "/option-trading", ai: "/ai-trading" } as const;

/** Switches between the kinds of trading that there are. */
export function TradeSegments({ current }: { current: TradeType }) {
  const t = useTranslations("spot.segments");
  const types = (["manual", "option", "ai"] as const).filter((type) => builtProducts[type]);
  return (
    <SegmentedLinks
      label={t("label")}
      items={types.map((type) => ({ href: PAGES[type], label: t(type) }))}
      current={PAGES[current]}
    />
  );
}
