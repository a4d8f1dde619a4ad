"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatDateTime } from "@/lib/platform/ui/date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import { type Candle, indexOfTime, withLive } from "./candle";
import type { ChartChoices } from "./chart-choices";
import { ChartDrawing, type PriceLine } from "./chart-drawing";
import { ChartLegend } from "./chart-legend";
import type { Study } from "./indicators/study";
import type { Mark } from "./lines/chart-lines";
import type { DrawnLine } from "./lines/line-rules";
import { onTokensChange } from "./tokens";

export interface ChartHandle {
  /** Shows the newest candles. */
  now: () => void;
  /** The times of the first and the last candle in sight; null without any. */
  inSight: () => { from: number; to: number } | null;
}

export interface CandleCanvasProps {
  candles: readonly Candle[];
  live: Candle | null;
  lines: readonly PriceLine[];
  /** Lines that can be dragged. */
  marks: readonly Mark[];
  /** Told when one of them was let go at another place. */
  onMoved: (mark: Mark, line: DrawnLine) => void;
  choices: ChartChoices;
  /** The chosen indicators over `candles`. */
  studies: readonly Study[];
  /** Another value shows the newest candles again: the interval. */
  viewKey: string;
  /** The zone of the axis. */
  timeZone: string;
  /** Grey: these candles are old. */
  stale: boolean;
  /** Called, often, while the first candle is in sight or near. */
  onNearStart: () => void;
  handle?: RefObject<ChartHandle | null>;
}

/** Hears the opening time of the candle under the crosshair; null without one. */
type Pointed = (time: number | null) => void;

/** So many candles before the first one is seen, those before it are asked for. */
const NEAR_START = 60;
/** Of what is in sight, by one press of a key. */
const PAN = 0.25;
const ZOOM = 0.8;

/** The price as it is drawn, with its legend. Loaded only in the browser, through `CandleChart`. */
export function CandleCanvas(props: CandleCanvasProps) {
  const { candles, live, lines, marks, choices, studies, viewKey, timeZone, stale, onNearStart } =
    props;
  const { look, hasVolume } = choices;
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing | null>(null);
  const pointed = useRef(new Set<Pointed>());
  const settled = useRef<string | null>(null);
  const nearStart = useRef(onNearStart);
  const moved = useRef(props.onMoved);
  useEffect(() => {
    nearStart.current = onNearStart;
    moved.current = props.onMoved;
  }, [onNearStart, props.onMoved]);
  const liveValues = useMemo(
    () => (live ? studies.map(({ peek }) => peek(Number(live.close))) : []),
    [studies, live],
  );

  useEffect(() => {
    if (!container.current) return;
    const created = new ChartDrawing(container.current, {
      onMoved: (mark, line) => moved.current(mark, line),
      onPointed: (time) => {
        for (const listener of pointed.current) listener(time);
      },
      onSight: (from) => {
        if (from < NEAR_START) nearStart.current();
      },
    });
    drawing.current = created;
    const stop = onTokensChange(() => created.paint());
    return () => {
      stop();
      drawing.current = null;
      settled.current = null;
      created.remove();
    };
  }, []);

  useEffect(() => drawing.current?.setZone(timeZone), [timeZone]);
  useEffect(() => drawing.current?.setLook(look), [look]);
  useEffect(() => drawing.current?.setVolume(hasVolume), [hasVolume]);
  useEffect(() => {
    drawing.current?.show({ candles, live, studies, liveValues });
    if (candles.length === 0 || settled.current === viewKey) return;
    settled.current = viewKey;
    drawing.current?.reset();
  }, [candles, live, studies, liveValues, viewKey]);
  useEffect(() => drawing.current?.setLines(lines), [lines]);
  useEffect(() => drawing.current?.setMarks(marks), [marks]);

  useImperativeHandle(
    props.handle,
    () => ({
      now: () => drawing.current?.showNewest(),
      inSight: () => drawing.current?.inSight() ?? null,
    }),
    [],
  );
  const onCrosshair = useCallback((listener: Pointed) => {
    pointed.current.add(listener);
    return () => void pointed.current.delete(listener);
  }, []);
  return (
    <div className="absolute inset-0 flex flex-col">
      <ChartLegend
        candles={candles}
        live={live}
        studies={studies}
        liveValues={liveValues}
        hasVolume={hasVolume}
        onCrosshair={onCrosshair}
      />
      <ByKeyboard candles={candles} live={live} timeZone={timeZone} drawing={drawing}>
        <div
          ref={container}
          aria-hidden="true"
          className={clsx(
            "absolute inset-0 touch-pan-y overflow-hidden select-none",
            stale && "opacity-50 grayscale",
          )}
        />
      </ByKeyboard>
    </div>
  );
}

interface ByKeyboardProps {
  candles: readonly Candle[];
  live: Candle | null;
  timeZone: string;
  drawing: RefObject<ChartDrawing | null>;
  children: React.ReactNode;
}

/** Moves the crosshair, and what is in sight, by keys; says the candle that it came to. */
function ByKeyboard({ candles, live, timeZone, drawing, children }: ByKeyboardProps) {
  const t = useTranslations("charts");
  const [time, setTime] = useState<number | null>(null);
  const all = withLive(candles, live);
  const candle = time === null ? undefined : all[indexOfTime(all, time)];
  const point = (index: number) => {
    const next = all[Math.min(Math.max(index, 0), all.length - 1)];
    const drawn = drawing.current;
    if (!next || !drawn) return;
    setTime(next.time);
    drawn.keepInSight(indexOfTime(all, next.time));
    drawn.pointAt(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const drawn = drawing.current;
    if (!drawn || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = time === null ? all.length : indexOfTime(all, time);
    const step = event.key === "ArrowLeft" ? -1 : 1;
    switch (event.key) {
      case "ArrowLeft":
      case "ArrowRight":
        if (event.shiftKey) drawn.pan(step * PAN);
        else point(now + step);
        break;
      case "+":
      case "=":
        drawn.zoom(ZOOM);
        break;
      case "-":
        drawn.zoom(1 / ZOOM);
        break;
      case "Home":
        drawn.pan(Number.NEGATIVE_INFINITY);
        break;
      case "End":
        drawn.showNewest();
        break;
      case "Escape":
        if (time === null) return;
        setTime(null);
        drawn.pointAway();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what the mouse moves, keys must move
      tabIndex={0}
      aria-label={t("keys")}
      className="relative min-h-0 flex-1 rounded-chip"
      onKeyDown={onKeyDown}
    >
      {children}
      <p role="status" className="sr-only">
        {candle
          ? t("spoken", {
              time: formatDateTime(candle.time * 1000, timeZone),
              open: formatPrice(candle.open),
              high: formatPrice(candle.high),
              low: formatPrice(candle.low),
              close: formatPrice(candle.close),
            })
          : null}
      </p>
    </div>
  );
}
