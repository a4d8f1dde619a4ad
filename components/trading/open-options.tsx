"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { SectionTitle } from "@/components/ui/card";
import { useHideableText } from "@/components/ui/hideable-amount";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { OpenOptionCard } from "./open-option-card";
import { OptionResult } from "./option-result";
import { useTradeText } from "./trade-text";

export interface OpenOptionsProps {
  trades: readonly TradeDto[];
  /** The one that was just opened here: its card is shown and gets the focus. */
  acceptedId?: string;
  /** The newest price as shown, a decimal string. */
  price: string | null;
  clockOffsetMs: number | null;
  onReceipt: (trade: TradeDto) => void;
}

/** Options that run, and those that ended while the page was open. One polite message per result. */
export function OpenOptions({
  trades,
  acceptedId,
  price,
  clockOffsetMs,
  onReceipt,
}: OpenOptionsProps) {
  const t = useTranslations("trade");
  const { side } = useTradeText();
  const own = useHideableText();
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const unseen = trades.filter(({ id, status }) => status === "open" && !watched.has(id));
  if (unseen.length > 0) setWatched(new Set([...watched, ...unseen.map(({ id }) => id)]));
  const shown = trades.filter(({ id }) => watched.has(id));
  const ended = shown.find(({ status }) => status !== "open");
  return (
    <>
      <p role="status" className="sr-only">
        {ended
          ? t("resultSpoken", {
              direction: side(ended),
              amount: own(ended.amount, ended.currency),
              status: t(`outcomes.${ended.status}`),
              price: formatPrice(ended.exitPrice, { exact: true }),
              change: own(ended.pnl, ended.currency, { sign: true }),
            })
          : ""}
      </p>
      {shown.length === 0 ? null : (
        <section aria-labelledby="open-options" className="space-y-3">
          <SectionTitle id="open-options">{t("openOptions")}</SectionTitle>
          <ul className="space-y-3">
            {shown.map((trade) => (
              <Item key={trade.id} isAccepted={trade.id === acceptedId}>
                {trade.status === "open" ? (
                  <OpenOptionCard trade={trade} price={price} clockOffsetMs={clockOffsetMs} />
                ) : (
                  <OptionResult trade={trade} onReceipt={() => onReceipt(trade)} />
                )}
              </Item>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** On a phone the cards stand above the ticket, out of sight of who has just sent an order. */
function Item({ isAccepted, children }: { isAccepted: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAccepted) return;
    // The closing review gives the focus back first.
    const timer = setTimeout(() => {
      item.current?.scrollIntoView?.({ block: "nearest" });
      item.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isAccepted]);
  return (
    <li ref={item} tabIndex={-1} className="scroll-mt-24 rounded-card">
      {children}
    </li>
  );
}
