"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHideableText } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { EmptyState } from "@/components/ui/display/states";
import { useZoneName } from "@/components/ui/time/use-date-time";
import { useDesk } from "@/components/ui/use-media";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "@/lib/trading/schema";
import { useTradeText } from "../trade-text";
import { OpenOptionCard } from "./open-option-card";
import { OptionResult } from "./option-result";
import type { Tick } from "./tick-rules";

export interface OpenOptionsProps {
  trades: readonly TradeDto[];
  /** The one that was just opened here: its card is shown and gets the focus. */
  acceptedId?: string;
  /** The newest price as shown, a decimal string. */
  price: string | null;
  clockOffsetMs: number | null;
  /** As heard since the page was opened. */
  ticks?: readonly Tick[];
  onReceipt: (trade: TradeDto) => void;
}

/**
 * Options that run, and those that ended while the page was open. One polite message per result; those that
 * come together are said together.
 */
export function OpenOptions({
  trades,
  acceptedId,
  price,
  clockOffsetMs,
  ticks,
  onReceipt,
}: OpenOptionsProps) {
  const t = useTranslations("trade");
  const { side } = useTradeText();
  const own = useHideableText();
  const isDesk = useDesk();
  const zone = useZoneName();
  const [watched, setWatched] = useState<ReadonlySet<string>>(new Set());
  const unseen = trades.filter(({ id, status }) => status === "open" && !watched.has(id));
  if (unseen.length > 0) setWatched(new Set([...watched, ...unseen.map(({ id }) => id)]));
  const shown = trades.filter(({ id }) => watched.has(id));
  // The results by the news they came with; the last of these is being said.
  const [spoken, setSpoken] = useState<readonly (readonly string[])[]>([]);
  const ended = shown.filter(({ status }) => status !== "open");
  const news = ended.filter(({ id }) => !spoken.flat().includes(id));
  if (news.length > 0) setSpoken([...spoken, news.map(({ id }) => id)]);
  return (
    <>
      <p role="status" className="sr-only">
        {ended
          .filter(({ id }) => spoken.at(-1)?.includes(id))
          .map((trade) => (
            // An element of its own: a result in the same words as the one before is news, too.
            <span key={trade.id}>
              {t("resultSpoken", {
                direction: side(trade),
                amount: own(trade.amount, trade.currency),
                status: t(`outcomes.${trade.status}`),
                price: formatPrice(trade.exitPrice, { exact: true }),
                change: own(trade.pnl, trade.currency, { sign: true }),
              })}{" "}
            </span>
          ))}
      </p>
      {shown.length === 0 ? (
        <section aria-labelledby="open-options" className="hidden space-y-2 desk:block">
          <SectionTitle id="open-options">{t("openOptions")}</SectionTitle>
          <Card padding="none">
            <EmptyState text={t("noOpenOptions")} />
          </Card>
        </section>
      ) : (
        <section aria-labelledby="open-options" className="space-y-3 desk:space-y-2">
          <SectionTitle
            id="open-options"
            action={isDesk ? <span className="text-caption text-text-2">{zone}</span> : null}
          >
            {t("openOptions")}
          </SectionTitle>
          <ul className="space-y-3 desk:space-y-2">
            {shown.map((trade) => (
              <Item key={trade.id} isAccepted={trade.id === acceptedId}>
                {trade.status === "open" ? (
                  <OpenOptionCard
                    trade={trade}
                    price={price}
                    clockOffsetMs={clockOffsetMs}
                    ticks={ticks}
                  />
                ) : (
                  <OptionResult trade={trade} onReceipt={() => onReceipt(trade)} />
                )}
              </Item>
            ))}
          </ul>
          {shown.some(({ status, entryPrice }) => status === "open" && entryPrice !== null) ? (
            // Each card says it to those who can't see its picture.
            <p aria-hidden="true" className="hidden text-meta text-text-2 desk:block">
              {t("ticks")}
            </p>
          ) : null}
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
