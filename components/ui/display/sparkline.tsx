import { clsx } from "clsx";

const WIDTH = 300;
const HEIGHT = 56;
const INSET = 3;

export interface SparklineProps {
  /** Values in time order, for drawing only. */
  values: number[];
  /** What it shows, with its start and end in words. */
  label: string;
  className?: string;
}

/** The SVG path of values spread evenly over the drawing, highest at the top. A flat series lies in the middle. */
export function sparklinePath(values: number[], width = WIDTH, height = HEIGHT): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const part = span === 0 ? 0.5 : (value - low) / span;
      const y = height - INSET - part * (height - 2 * INSET);
      return `${index === 0 ? "M" : "L"}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join("");
}

/** A small line without axes. Give its container a fixed height. */
export function Sparkline({ values, label, className }: SparklineProps) {
  if (values.length < 2) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={clsx("block h-14 w-full", className)}
    >
      <path
        d={sparklinePath(values)}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-gold-line"
      />
    </svg>
  );
}
