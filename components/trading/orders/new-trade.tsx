"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { Segmented } from "@/components/ui/segmented";
import { useTradeSettings } from "@/lib/trading/client";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { type AskedSide, NewSpot, type NewSpotProps } from "../spot/new-spot";

const NewOrder = lazyPart(() => import("./new-order").then((module) => module.NewOrder));
const kinds = ["market", "limit", "stop"] as const;

export interface NewTradeProps extends Omit<NewSpotProps, "onSide"> {
  /** Called when an order that waits was placed. */
  onPlaced?: () => void;
}

/** The way to a spot trade: at the next price, or once a price is reached. Another kind keeps the side. */
export function NewTrade(props: NewTradeProps) {
  const t = useTranslations("orders");
  const settings = useTradeSettings().data;
  const [kind, setKind] = useState<(typeof kinds)[number]>("market");
  const side = useRef<SpotSide | null>(null);
  const [asked, setAsked] = useState<AskedSide | null>(props.asked ?? null);
  const [outside, setOutside] = useState(props.asked);
  if (outside !== props.asked) {
    setOutside(props.asked);
    setAsked(props.asked ?? null);
  }
  const onSide = (next: SpotSide) => {
    side.current = next;
  };
  const isOn = settings?.manual.enabled === true;
  return (
    <div className="space-y-4 desk:space-y-3">
      {isOn ? (
        <Segmented
          label={t("kind")}
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          value={kind}
          onValueChange={(next) => {
            setKind(next);
            if (side.current) setAsked({ side: side.current, keepsFocus: true });
          }}
        />
      ) : null}
      {isOn && kind !== "market" ? (
        <NewOrder
          key={kind}
          type={kind}
          live={props.live}
          asked={asked}
          onSide={onSide}
          onPlaced={props.onPlaced}
          settings={settings}
        />
      ) : (
        <NewSpot {...props} asked={asked} onSide={onSide} />
      )}
    </div>
  );
}
