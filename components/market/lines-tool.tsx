"use client";

import { TrendingUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PriceLine } from "@/components/charts/chart-drawing";
import { OwnLines, type OwnLinesProps } from "@/components/charts/lines/own-lines";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { NewAlert, OwnAlerts } from "./alert-sheet";

export interface LinesToolProps extends OwnLinesProps {
  /** The lines that can't be dragged. */
  fixed: readonly PriceLine[];
  /** The price that the market shows; null while unknown. */
  price: string | null;
}

/** All lines of a chart as text: one's own, price alerts, and those that stay where they are. */
export function LinesTool({ fixed, price, ...own }: LinesToolProps) {
  const t = useTranslations("charts.lines");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t("open", { count: own.lines.length })} onClick={() => setOpen(true)}>
        <TrendingUp aria-hidden="true" />
      </IconButton>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        placement="sheet"
        title={t("title")}
        description={t("text")}
      >
        <div className="space-y-6">
          <OwnLines {...own} />
          <section aria-labelledby="fixed-lines" className="space-y-2">
            <h3 id="fixed-lines" className="font-semibold">
              {t("fixed")}
            </h3>
            {fixed.length === 0 ? <p className="text-text-2">{t("noFixed")}</p> : null}
            <ul className="divide-y divide-line">
              {fixed.map((line) => (
                <li key={line.id} className="py-2">
                  <p>{line.name}</p>
                  {line.note ? <p className="text-caption text-text-2">{line.note}</p> : null}
                </li>
              ))}
            </ul>
          </section>
          <NewAlert now={price} />
          <OwnAlerts />
        </div>
      </Dialog>
    </>
  );
}
