"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { useTradeSettings } from "@/lib/trading/client";
import { NewSpot, type NewSpotProps } from "../spot/new-spot";

const NewOrder = lazyPart(() => import("./new-order").then((module) => module.NewOrder));
const kinds = ["market", "limit", "stop"] as const;

export interface NewTradeProps extends NewSpotProps {
  /** Called when an order that waits was placed. */
  onPlaced?: () => void;
}

/** The way to a spot trade: at the next price, or once a price is reached. */
export function NewTrade(props: NewTradeProps) {
  const t = useTranslations("orders");
  const settings = useTradeSettings().data;
  const [kind, setKind] = useState<(typeof kinds)[number]>("market");
  const isOn = settings?.manual.enabled === true;
  return (
    <div className="space-y-4">
      {isOn ? (
        <Segmented
          label={t("kind")}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onValueChange={setKind}
        />
      ) : null}
      {isOn && kind !== "market" ? (
        <NewOrder
          key={kind}
          type={kind}
          live={props.live}
          asked={props.asked}
          onPlaced={props.onPlaced}
          settings={settings}
        />
      ) : (
        <NewSpot {...props} />
      )}
    </div>
  );
}
