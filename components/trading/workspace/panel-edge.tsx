"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type PanelName, panelLimits, withinLimits } from "./panel-sizes";

const STEP_PX = 16;

export interface PanelEdgeProps {
  name: PanelName;
  /** What it changes: "Width of the ticket". */
  label: string;
  /** The id of the panel, which lies behind the edge: right of an upright one, under a level one. */
  panelId: string;
  isUpright: boolean;
  /** Called on each move; a size is not kept before its end. */
  onMove: (size: number) => void;
  /** The size to keep; undefined for the one that suits the window. */
  onKeep: (size: number | undefined) => void;
  className?: string;
}

/** The edge of a panel, moved by dragging or by arrow keys. Enter and a double click give the first size back. */
export function PanelEdge({
  name,
  label,
  panelId,
  isUpright,
  onMove,
  onKeep,
  className,
}: PanelEdgeProps) {
  const { min, max } = panelLimits[name];
  const [now, setNow] = useState<number | null>(null);
  const drag = useRef<{ from: number; size: number } | null>(null);
  const sizeNow = () => {
    const box = document.getElementById(panelId)?.getBoundingClientRect();
    return Math.round((isUpright ? box?.width : box?.height) ?? min);
  };
  useEffect(() => {
    const panel = document.getElementById(panelId);
    if (!panel || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      const { width, height } = panel.getBoundingClientRect();
      setNow(Math.round(isUpright ? width : height));
    });
    observer.observe(panel);
    return () => observer.disconnect();
  }, [panelId, isUpright]);
  const place = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY);
  const dragged = (event: PointerEvent) =>
    drag.current ? withinLimits(name, drag.current.size + drag.current.from - place(event)) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const [larger, smaller] = isUpright ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const sizes: Record<string, number | undefined> = {
      [larger as string]: sizeNow() + STEP_PX,
      [smaller as string]: sizeNow() - STEP_PX,
      Home: min,
      End: max,
      Enter: undefined,
    };
    if (!(event.key in sizes)) return;
    event.preventDefault();
    const size = sizes[event.key];
    onKeep(size === undefined ? undefined : withinLimits(name, size));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={panelId}
      aria-orientation={isUpright ? "vertical" : "horizontal"}
      aria-valuenow={Math.min(Math.max(now ?? min, min), max)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={clsx(
        "group hidden touch-none items-center justify-center rounded-chip desk:flex",
        isUpright ? "cursor-col-resize" : "cursor-row-resize",
        className,
      )}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onKeep(undefined)}
      onPointerDown={(event) => {
        drag.current = { from: place(event), size: sizeNow() };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const size = dragged(event);
        if (size !== null) onMove(size);
      }}
      onPointerUp={(event) => {
        const size = dragged(event);
        const isMoved = drag.current !== null && drag.current.from !== place(event);
        drag.current = null;
        if (size !== null && isMoved) onKeep(size);
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    >
      <span
        aria-hidden="true"
        className={clsx(
          "rounded-full bg-line group-hover:bg-control",
          isUpright ? "h-8 w-1" : "h-1 w-8",
        )}
      />
    </div>
  );
}
