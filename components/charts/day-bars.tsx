"use client";

import { ChartFrame } from "./chart-frame";

export interface DayBar {
  day: string;
  /** A decimal string. */
  value: string;
}

const AXIS_PX = 64;
const GAP = 0.25;
const HEIGHT = 176;
/** Room for the days below the bars. */
const DAYS_PX = 22;
/** Two days side by side, with room between. */
const TWO_DAYS_PX = 220;

export interface DayBarsProps {
  title: string;
  summary: string;
  bars: DayBar[];
  /** Names the values, and the column of the days. */
  label: string;
  dayLabel: string;
  format: (value: string) => string;
  /** A day in words. */
  formatDay: (day: string) => string;
}

/** Values by day as bars from a line of zero, up or down, from the first day to the last, with the same as a table. */
export function DayBars({
  title,
  summary,
  bars,
  label,
  dayLabel,
  format,
  formatDay,
}: DayBarsProps) {
  const values = bars.map(({ value }) => Number(value));
  const high = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const span = high - low || 1;
  return (
    <ChartFrame
      title={title}
      summary={summary}
      series={[{ key: "value", label }]}
      points={bars.map(({ day, value }) => ({ label: formatDay(day), values: { value } }))}
      labelHeader={dayLabel}
      format={format}
      height={HEIGHT}
      draw={(width, height) => {
        const step = (width - AXIS_PX) / Math.max(bars.length, 8);
        const y = (value: number) => 8 + ((high - value) / span) * (height - DAYS_PX - 16);
        const end = bars.length * step;
        const days = [
          { day: bars[0]?.day, x: 0, anchor: "start" as const },
          ...(end > TWO_DAYS_PX ? [{ day: bars.at(-1)?.day, x: end, anchor: "end" as const }] : []),
        ];
        return (
          <svg aria-hidden="true" width={width} height={height} className="text-meta">
            {values.map((value, index) => (
              <rect
                key={bars[index]?.day}
                x={index * step + (step * GAP) / 2}
                y={Math.min(y(value), y(0))}
                width={Math.max(step * (1 - GAP), 1)}
                height={Math.max(Math.abs(y(value) - y(0)), 1)}
                // Hollow up and filled down, as candles are: never by colour alone.
                fill={value < 0 ? "var(--down)" : "var(--up-soft)"}
                stroke={value < 0 ? "var(--down)" : "var(--up)"}
              />
            ))}
            <line x1="0" x2={width - AXIS_PX} y1={y(0)} y2={y(0)} stroke="var(--control)" />
            {days.map(({ day, x, anchor }) =>
              day === undefined ? null : (
                <text key={anchor} x={x} y={height - 4} textAnchor={anchor} fill="var(--text-2)">
                  {formatDay(day)}
                </text>
              ),
            )}
            {[...new Set([high, 0, low])].map((value) => (
              <text
                key={value}
                x={width}
                y={y(value)}
                textAnchor="end"
                dominantBaseline="central"
                fill="var(--text-2)"
              >
                {format(value.toFixed(6))}
              </text>
            ))}
          </svg>
        );
      }}
    />
  );
}
