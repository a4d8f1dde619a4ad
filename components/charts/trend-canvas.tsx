"use client";

import { useEffect, useState } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { TrendPoint, TrendSeries } from "./chart-frame";
import { onTokensChange, readToken, type TokenName } from "./tokens";

const COLOURS: TokenName[] = ["gold-line", "info", "up", "down", "warn", "text-3"];
// Dashes tell the series apart without colour.
const DASHES = ["", "6 3", "2 3", "10 3 2 3", "1 4", "12 4"];

/** Numbers on the axis, where a large amount written out would be cut off: "250K". */
const COMPACT = new Intl.NumberFormat("en", {
  notation: "compact",
  maximumSignificantDigits: 3,
});

export interface TrendCanvasProps {
  kind: "area" | "bar";
  width: number;
  height: number;
  series: TrendSeries[];
  points: TrendPoint[];
  format: (value: string) => string;
}

interface Palette {
  series: string[];
  line: string;
  text: string;
  surface: string;
}

function readPalette(): Palette {
  return {
    series: COLOURS.map(readToken),
    line: readToken("line"),
    text: readToken("text-2"),
    surface: readToken("surface"),
  };
}

function toDatum(series: TrendSeries[]) {
  return (point: TrendPoint): Record<string, string | number | null> => {
    const datum: Record<string, string | number | null> = { label: point.label };
    for (const { key } of series) {
      const value = point.values[key];
      datum[key] = value == null ? null : Number(value);
    }
    return datum;
  };
}

/** The recharts drawing. Loaded only in the browser, through `AreaTrend` and `BarTrend`. */
export function TrendCanvas(props: TrendCanvasProps) {
  return (
    <div aria-hidden="true">
      <Drawing {...props} />
    </div>
  );
}

function Drawing({ kind, width, height, series, points, format }: TrendCanvasProps) {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => onTokensChange(() => setPalette(readPalette())), []);
  const axis = {
    stroke: palette.line,
    tick: { fill: palette.text, fontSize: 12 },
    tickLine: false,
  };
  const shared = [
    <CartesianGrid key="grid" stroke={palette.line} vertical={false} />,
    <XAxis key="x" dataKey="label" minTickGap={24} {...axis} />,
    <YAxis
      key="y"
      width={64}
      {...axis}
      axisLine={false}
      tickFormatter={(v) => COMPACT.format(Number(v))}
    />,
    <Tooltip
      key="tooltip"
      isAnimationActive={false}
      formatter={(value) => format(String(value))}
      contentStyle={{ background: palette.surface, borderColor: palette.line, borderRadius: 8 }}
    />,
    series.length > 1 ? <Legend key="legend" itemSorter={null} /> : null,
  ];
  const data = points.map(toDatum(series));
  const colour = (index: number) => palette.series[index % palette.series.length] ?? palette.text;
  if (kind === "bar") {
    return (
      <BarChart width={width} height={height} data={data} accessibilityLayer={false}>
        {shared}
        {series.map((one, index) => (
          <Bar
            key={one.key}
            dataKey={one.key}
            name={one.label}
            fill={colour(index)}
            fillOpacity={index % 2 === 0 ? 1 : 0.4}
            stroke={colour(index)}
            strokeDasharray={DASHES[index]}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    );
  }
  return (
    <AreaChart width={width} height={height} data={data} accessibilityLayer={false}>
      {shared}
      {series.map((one, index) => (
        <Area
          key={one.key}
          type="monotone"
          dataKey={one.key}
          name={one.label}
          stroke={colour(index)}
          strokeWidth={2}
          strokeDasharray={DASHES[index]}
          fill={colour(index)}
          fillOpacity={0.12}
          isAnimationActive={false}
        />
      ))}
    </AreaChart>
  );
}
