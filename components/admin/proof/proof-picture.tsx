"use client";

import { clsx } from "clsx";
import { type DragEvent, type PointerEvent, type SyntheticEvent, useRef, useState } from "react";
import { PrivateImage } from "@/components/files/private-image";
import type { ProofView } from "./use-proof-view";

/** Moves what a scrolling box shows with the mouse; fingers scroll it by themselves. */
function useDrag() {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      event.currentTarget.scrollBy(from.current.x - event.clientX, from.current.y - event.clientY);
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: () => {
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
    // The browser would drag the picture itself.
    onDragStart: (event: DragEvent<HTMLElement>) => event.preventDefault(),
  };
}

/** The picture in a box of a given height, as large and as turned as the view says. What does not fit scrolls. */
export function ProofPicture({
  path,
  label,
  view,
  className,
}: {
  path: string;
  label: string;
  view: ProofView;
  /** The height of the box. */
  className: string;
}) {
  const { scale, degrees, isSideways } = view;
  const [ratio, setRatio] = useState<number | null>(null);
  const drag = useDrag();
  const learnShape = (event: SyntheticEvent) => {
    const image = event.target;
    if (image instanceof HTMLImageElement && image.naturalHeight > 0) {
      setRatio(image.naturalWidth / image.naturalHeight);
    }
  };
  // A turned picture takes the space of its turned shape, so that every corner can be scrolled to.
  const box = ratio === null ? undefined : isSideways ? 1 / ratio : ratio;
  const fitting = box === undefined ? "100%" : `min(100%, 100cqh * ${box})`;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        "cursor-grab touch-pan-x touch-pan-y overflow-auto rounded-control border border-line bg-surface-2 [container-type:size] active:cursor-grabbing",
        className,
      )}
      onDoubleClick={view.toggleDouble}
      {...drag}
    >
      <div
        className="relative mx-auto"
        style={{ width: `calc(${fitting} * ${scale})`, aspectRatio: box }}
        onLoadCapture={learnShape}
      >
        <div
          className={ratio === null ? undefined : "absolute top-1/2 left-1/2"}
          style={
            ratio === null
              ? undefined
              : {
                  width: `${(isSideways ? ratio : 1) * 100}%`,
                  transform: `translate(-50%, -50%) rotate(${degrees}deg)`,
                }
          }
        >
          <PrivateImage src={path} alt={label} className="w-full" />
        </div>
      </div>
    </section>
  );
}
