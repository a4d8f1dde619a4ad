"use client";

import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { ChartFrame, type TrendProps } from "./chart-frame";

/** Fills what the drawing will take, so that nothing moves when it comes. */
const Waiting = () => <Skeleton className="absolute inset-0" />;
const TrendCanvas = lazyPart(
  () => import("./trend-canvas").then((file) => file.TrendCanvas),
  Waiting,
);

const MAX_SERIES = 6;

function Trend({ kind, ...props }: TrendProps & { kind: "area" | "bar" }) {
  const series = props.series.slice(0, MAX_SERIES);
  return (
    <ChartFrame
      {...props}
      series={series}
      draw={(width, height) => (
        <TrendCanvas
          kind={kind}
          width={width}
          height={height}
          series={series}
          points={props.points}
          format={props.format}
        />
      )}
    />
  );
}

/** Values over time as filled lines. Below the fold only: its library is large and loads late. */
export function AreaTrend(props: TrendProps) {
  return <Trend kind="area" {...props} />;
}

/** Values by period as bars. Below the fold only: its library is large and loads late. */
export function BarTrend(props: TrendProps) {
  return <Trend kind="bar" {...props} />;
}
