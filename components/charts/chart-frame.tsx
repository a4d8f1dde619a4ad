"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { TableToggle } from "./table-toggle";

export interface TrendSeries {
  key: string;
  label: string;
}

export interface TrendPoint {
  /** Unique text of the point on the axis: a day. */
  label: string;
  /** Decimal strings by series key; missing ones leave a gap. */
  values: Record<string, string | null | undefined>;
}

export interface TrendProps {
  title: string;
  /** One sentence that says what the chart shows. */
  summary: string;
  /** At most six. */
  series: TrendSeries[];
  points: TrendPoint[];
  /** Name of the first table column: "Day". */
  labelHeader: string;
  /** How a value is written in the table and the tooltip. */
  format: (value: string) => string;
  /** Height of the drawing in px. */
  height?: number;
  className?: string;
}

/** Title, summary and table around a drawing that gets its width in px. */
export function ChartFrame({
  title,
  summary,
  series,
  points,
  labelHeader,
  format,
  height = 220,
  className,
  draw,
}: TrendProps & { draw: (width: number, height: number) => ReactNode }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return (
    <figure aria-labelledby={id} className={clsx("min-w-0", className)}>
      <h2 id={id} className="font-semibold text-section">
        {title}
      </h2>
      <p className="mb-3 text-caption text-text-2">{summary}</p>
      <div ref={box} className="relative overflow-hidden" style={{ minHeight: height }}>
        {width > 0 ? draw(width, height) : null}
      </div>
      <TableToggle
        caption={title}
        headers={[labelHeader, ...series.map((one) => one.label)]}
        rows={() =>
          points.map((point) => [
            point.label,
            ...series.map((one) => {
              const value = point.values[one.key];
              return value == null ? "—" : format(value);
            }),
          ])
        }
      />
    </figure>
  );
}
