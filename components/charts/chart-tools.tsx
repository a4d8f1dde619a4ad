"use client";

import { ChevronsRight, Maximize, Minimize, SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Select } from "@/components/forms/text-input";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { type ChartChoices, type ChartLook, chartLooks } from "./chart-choices";

const IndicatorDialog = lazyDialog(() =>
  import("./indicators/indicator-dialog").then((file) => file.IndicatorDialog),
);

export interface ChartToolsProps {
  choices: ChartChoices;
  onChange: (changes: Partial<ChartChoices>) => void;
  /** Shows the newest candles. */
  onNow: () => void;
  isFull: boolean;
  onFullChange: (isFull: boolean) => void;
  /** More tools. */
  children?: ReactNode;
}

/** What changes how a chart is drawn. Loaded after the page, through `PriceChart`. */
export function ChartTools({
  choices,
  onChange,
  onNow,
  isFull,
  onFullChange,
  children,
}: ChartToolsProps) {
  const t = useTranslations("charts");
  const [isChoosing, setChoosing] = useState(false);
  const count = choices.indicators.length + (choices.hasVolume ? 1 : 0);
  return (
    <fieldset aria-label={t("tools")} className="flex items-center justify-between">
      <div className="w-28">
        <Select
          aria-label={t("look")}
          value={choices.look}
          className="min-h-target border-transparent pr-8! pl-1! hover:bg-surface-2"
          onChange={({ target }) => onChange({ look: target.value as ChartLook })}
        >
          {chartLooks.map((look) => (
            <option key={look} value={look}>
              {t(`looks.${look}`)}
            </option>
          ))}
        </Select>
      </div>
      <IconButton label={t("openIndicators", { count })} onClick={() => setChoosing(true)}>
        <SlidersHorizontal aria-hidden="true" />
      </IconButton>
      {children}
      <IconButton label={t("now")} onClick={onNow}>
        <ChevronsRight aria-hidden="true" />
      </IconButton>
      <IconButton label={t(isFull ? "leaveFull" : "full")} onClick={() => onFullChange(!isFull)}>
        {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </IconButton>
      <IndicatorDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        choices={choices}
        onChange={onChange}
      />
    </fieldset>
  );
}
