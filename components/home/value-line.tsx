"use client";

import { useState } from "react";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import type { Portfolio } from "@/lib/statements/portfolio-schema";

type Point = Portfolio["points"][number];

const TOP = 12;
const BOTTOM = 24;
/** Room for half a mark at both ends. */
const INSET = 5;
/** Parts of the height with a line, and of the width with a time under it. */
const GRID_LINES = [0, 0.5, 1];
const LABELS = [0, 1 / 3, 2 / 3, 1];
/** More marks than this would hide the line. */
const MOST_MARKS = 12;

/** What was owned over time as a filled line, with circles where money came in or left. For the eye only. */
export function ValueLine({
  points,
  width,
  height,
}: {
  points: readonly Point[];
  width: number;
  height: number;
}) {
  const formatDateTime = useDateTime();
  const [pointed, setPointed] = useState<number | null>(null);
  const values = points.map(({ value }) => (value === null ? null : Number(value)));
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const low = Math.min(...known);
  const high = Math.max(...known);
  // A line that hardly moves lies in the middle instead of filling the height.
  const room = Math.max(high - low, high * 0.002, 0.01);
  const middle = (high + low) / 2;
  const x = (index: number) => INSET + (index / (points.length - 1)) * (width - 2 * INSET);
  const y = (value: number) => TOP + scaled(value, middle, room, height);
  const parts = runsOf(values).map((run) => ({
    line: run
      .map(({ index, value }, n) => `${n ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
      .join(""),
    from: x(run[0]?.index ?? 0),
    to: x(run.at(-1)?.index ?? 0),
  }));
  const marks = points
    .map(({ paid }, index) => ({ paid, index, value: values[index] ?? null }))
    .filter(({ paid, value }) => Number(paid) !== 0 && value !== null)
    .sort((a, b) => Math.abs(Number(b.paid)) - Math.abs(Number(a.paid)))
    .slice(0, MOST_MARKS);
  const base = height - BOTTOM;
  const shown = pointed === null ? undefined : points[pointed];
  const span = Date.parse(points.at(-1)?.at ?? "") - Date.parse(points[0]?.at ?? "");
  const labelled = [...new Set(LABELS.map((part) => Math.round(part * (points.length - 1))))];
  const style = span < 3 * 86_400_000 ? "time" : "date";
  const grid = GRID_LINES.map((part) => {
    const value = middle + (part - 0.5) * room;
    return {
      part,
      at: y(value),
      text: formatPrice(String(value), { decimals: high < 100 ? 2 : 0 }),
    };
  });
  return (
    <div className="relative">
      {shown ? (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-0 rounded-chip bg-surface px-2 py-1 text-caption"
        >
          {formatDateTime(shown.at)} · {formatAmount(shown.value, "USDT")}
        </p>
      ) : null}
      <svg
        aria-hidden="true"
        width={width}
        height={height}
        className="block touch-pan-y"
        onPointerMove={(event) => {
          const { left } = event.currentTarget.getBoundingClientRect();
          const index = Math.round(((event.clientX - left) / width) * (points.length - 1));
          setPointed(Math.min(points.length - 1, Math.max(0, index)));
        }}
        onPointerLeave={() => setPointed(null)}
      >
        {grid.map(({ part, at }) => (
          <line key={part} x1={0} x2={width} y1={at} y2={at} className="stroke-line" />
        ))}
        {parts.map(({ line, from, to }) => (
          <g key={line}>
            <path
              d={`${line}L${to.toFixed(1)} ${base}L${from.toFixed(1)} ${base}Z`}
              className="fill-gold-soft"
            />
            <path
              d={line}
              fill="none"
              strokeWidth={2}
              strokeLinejoin="round"
              className="stroke-gold-line"
            />
          </g>
        ))}
        {grid.map(({ part, at, text }) => (
          // Over the area and the line, which would cover them.
          <text
            key={part}
            x={0}
            y={at - 4}
            strokeWidth={4}
            strokeLinejoin="round"
            className="fill-text-2 stroke-surface text-meta [paint-order:stroke]"
          >
            {text}
          </text>
        ))}
        {marks.map(({ index, value }) => (
          <circle
            key={index}
            cx={x(index)}
            cy={y(value ?? 0)}
            r={4}
            strokeWidth={2}
            className="fill-surface stroke-gold-line"
          />
        ))}
        {pointed !== null && values[pointed] != null ? (
          <circle cx={x(pointed)} cy={y(values[pointed] ?? 0)} r={3} className="fill-gold-line" />
        ) : null}
        {labelled.map((index) => (
          <text
            key={index}
            x={x(index)}
            y={height - 6}
            textAnchor={index === 0 ? "start" : index === points.length - 1 ? "end" : "middle"}
            className="fill-text-2 text-meta"
          >
            {formatDateTime(points[index]?.at, { style })}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** The height of a value: its room fills nine tenths of the drawing. */
function scaled(value: number, middle: number, room: number, height: number): number {
  const usable = height - TOP - BOTTOM;
  return usable / 2 - ((value - middle) / room) * usable * 0.9;
}

/** The stretches of a line without a gap. */
function runsOf(values: (number | null)[]): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = [];
  let current: { index: number; value: number }[] | null = null;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      current = null;
      continue;
    }
    if (current === null) {
      current = [];
      runs.push(current);
    }
    current.push({ index, value });
  }
  return runs;
}
