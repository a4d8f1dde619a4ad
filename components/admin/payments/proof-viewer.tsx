"use client";

import { Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, type PointerEvent, useRef, useState } from "react";
import { PrivateImage } from "@/components/files/private-image";
import { Button } from "@/components/ui/button";
import { KeyHint } from "../panel/shortcut-help";
import { useShortcuts } from "../panel/shortcuts";

const STEPS = [0.5, 1, 1.5, 2, 3, 4, 6, 8];
const FIT = 1;
/** Of the box below, in rem, without its border: h-72. */
const BOX_HEIGHT = 17.875;
const DOUBLE = 3;
const QUARTER = 90;
const FULL = 360;

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

/**
 * The proof of a payment: larger, smaller, turned, by buttons, keys, a double click and dragging. What
 * does not fit scrolls, with the keyboard too.
 */
export function ProofViewer({ path, label }: { path: string; label: string }) {
  const t = useTranslations("staff.proof");
  const tDesk = useTranslations("staffDesk.proof");
  const [step, setStep] = useState(FIT);
  const [degrees, setDegrees] = useState(0);
  const [ratio, setRatio] = useState<number | null>(null);
  const scale = STEPS[step] ?? 1;
  const isSideways = degrees % (2 * QUARTER) !== 0;
  const larger = () => setStep((now) => Math.min(STEPS.length - 1, now + 1));
  const smaller = () => setStep((now) => Math.max(0, now - 1));
  const turn = (by: number) => setDegrees((now) => (now + by + FULL) % FULL);
  const fit = () => {
    setStep(FIT);
    setDegrees(0);
  };
  useShortcuts("dialog", {
    "+": larger,
    "=": larger,
    "-": smaller,
    "0": fit,
    "]": () => turn(QUARTER),
    "[": () => turn(-QUARTER),
  });
  const drag = useDrag();
  const learnShape = (event: React.SyntheticEvent) => {
    const image = event.target;
    if (image instanceof HTMLImageElement && image.naturalHeight > 0) {
      setRatio(image.naturalWidth / image.naturalHeight);
    }
  };
  // A turned picture takes the space of its turned shape, so that every corner can be scrolled to.
  const box = ratio === null ? undefined : isSideways ? 1 / ratio : ratio;
  const fitting = box === undefined ? "100%" : `min(100%, ${BOX_HEIGHT * box}rem)`;
  return (
    <figure>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="h-72 cursor-grab touch-pan-x touch-pan-y overflow-auto rounded-control border border-line bg-surface-2 active:cursor-grabbing"
        onDoubleClick={() => setStep(step === FIT ? DOUBLE : FIT)}
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
      <figcaption className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          icon={<ZoomOut aria-hidden="true" />}
          aria-keyshortcuts="-"
          onClick={smaller}
        >
          {t("smaller")} <KeyHint>-</KeyHint>
        </Button>
        <Button
          variant="outline"
          icon={<ZoomIn aria-hidden="true" />}
          aria-keyshortcuts="+"
          onClick={larger}
        >
          {t("larger")} <KeyHint>+</KeyHint>
        </Button>
        <Button
          variant="outline"
          icon={<RotateCcw aria-hidden="true" />}
          aria-keyshortcuts="["
          onClick={() => turn(-QUARTER)}
        >
          {tDesk("turnLeft")} <KeyHint>[</KeyHint>
        </Button>
        <Button
          variant="outline"
          icon={<RotateCw aria-hidden="true" />}
          aria-keyshortcuts="]"
          onClick={() => turn(QUARTER)}
        >
          {t("turn")} <KeyHint>]</KeyHint>
        </Button>
        <Button
          variant="outline"
          icon={<Maximize aria-hidden="true" />}
          aria-keyshortcuts="0"
          onClick={fit}
        >
          {tDesk("fit")} <KeyHint>0</KeyHint>
        </Button>
        <span role="status" className="ml-auto text-caption text-text-2">
          {t("view", { percent: scale * 100, degrees })}
        </span>
      </figcaption>
    </figure>
  );
}
