"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, type Ref, useId, useRef } from "react";
import { Card } from "@/components/ui/display/card";
import { scrollByKeyboard } from "@/components/ui/scroll-by-keyboard";
import { PanelEdge } from "./panel-edge";
import { type PanelName, usePanelSizes } from "./panel-sizes";

export interface WorkspaceProps {
  userId: string;
  /** The links to the other kinds of trading. */
  kinds?: ReactNode;
  /** Names the chart's panel. */
  chartLabel: string;
  chart: ReactNode;
  /** Names the width of what is beside the chart, where that is no ticket. */
  sideLabel?: string;
  /** The ticket and what belongs to it. */
  ticket: ReactNode;
  ticketRef?: Ref<HTMLDivElement>;
  listsRef?: Ref<HTMLDivElement>;
  /** What is open and what is over, each in a column of its own: the first has the most to say. */
  lists: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * A trading page. With room, one window of panels whose sizes are kept for the person on this device: the chart, the
 * lists under it, the ticket beside both. With less, a page that scrolls: two columns, or one.
 */
export function Workspace({
  userId,
  kinds,
  sideLabel,
  chartLabel,
  chart,
  ticket,
  ticketRef,
  lists,
  listsRef,
  ref,
}: WorkspaceProps) {
  const t = useTranslations("workspace");
  const id = useId();
  const [sizes, keep] = usePanelSizes(userId);
  const grid = useRef<HTMLDivElement>(null);
  const move = (name: PanelName, size: number) =>
    grid.current?.style.setProperty(`--${name}`, `${size}px`);
  const edge = (name: PanelName) => ({
    name,
    panelId: `${id}${name}`,
    onMove: (size: number) => move(name, size),
    onKeep: (size: number | undefined) => {
      if (size === undefined) grid.current?.style.removeProperty(`--${name}`);
      else move(name, size);
      keep(name, size);
    },
  });
  const style = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [`--${name}`, `${size}px`]),
  ) as CSSProperties;
  return (
    <div ref={ref} className="desk:flex desk:min-h-0 desk:flex-1 desk:flex-col">
      <div
        ref={grid}
        style={style}
        className="grid items-start gap-4 lg:grid-cols-12 desk:min-h-0 desk:flex-1 desk:grid-cols-[minmax(0,1fr)_0.75rem_min(var(--ticket,clamp(21.25rem,22vw,25rem)),40vw)] desk:grid-rows-[auto_minmax(16rem,1fr)_0.75rem_minmax(7.5rem,var(--lists,28vh))] desk:items-stretch desk:gap-0"
      >
        {kinds ? (
          <div className="min-w-0 lg:col-span-12 desk:col-span-1 desk:col-start-3 desk:row-start-1 desk:pb-3">
            {kinds}
          </div>
        ) : null}
        <Card
          aria-label={chartLabel}
          className="lg:col-span-8 desk:col-span-1 desk:col-start-1 desk:row-span-2 desk:row-start-1 desk:flex relative desk:min-h-0 desk:flex-col desk:overflow-y-auto desk:py-2"
        >
          {chart}
        </Card>
        <PanelEdge
          {...edge("ticket")}
          label={sideLabel ?? t("ticketWidth")}
          isUpright
          className="desk:col-start-2 desk:row-span-4 desk:row-start-1"
        />
        <div
          ref={ticketRef}
          id={`${id}ticket`}
          className="min-w-0 space-y-4 max-lg:order-last lg:sticky lg:top-20 lg:col-span-4 lg:row-span-2 desk:relative desk:top-0 desk:col-span-1 desk:col-start-3 desk:row-span-3 desk:row-start-2 desk:space-y-3 desk:overflow-y-auto desk:[&_[data-ticket]>:first-child]:sr-only"
        >
          {ticket}
        </div>
        <PanelEdge
          {...edge("lists")}
          label={t("listsHeight")}
          isUpright={false}
          className="desk:col-start-1 desk:row-start-3"
        />
        <div
          ref={listsRef}
          id={`${id}lists`}
          className="grid min-w-0 grid-cols-1 gap-4 md:max-lg:grid-cols-2 md:max-lg:items-start lg:col-span-8 desk:col-span-1 desk:col-start-1 desk:row-start-4 desk:flex desk:min-h-0 desk:gap-3"
        >
          {lists}
        </div>
      </div>
    </div>
  );
}

/**
 * One of the lists: with room, a column that scrolls by itself.
 * @param isWide on a tablet, where lists stand two beside each other, as wide as both
 */
export function WorkspaceList({
  isWide = false,
  children,
}: {
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      ref={scrollByKeyboard}
      className={clsx(
        isWide && "md:max-lg:col-span-2",
        "relative min-w-0 desk:min-h-0 desk:flex-5 desk:overflow-y-auto desk:first:flex-6 desk:nth-3:flex-4",
      )}
    >
      <div>{children}</div>
    </div>
  );
}
