/** One line of the table: what was measured, beside its ceiling from the same run. */
export type Measure = {
  name: string;
  value: number;
  unit: string;
  ceiling?: number;
  ratio?: number;
  target?: string;
  met?: boolean;
};

/** What a part of the benchmark hands back; `details` goes to the file only. */
export type PartResult = { measures: Measure[]; details?: unknown; failures?: string[] };

/** The middle value, the upper one of two. @returns 0 for none */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value that a share `q` (0 to 1) of the values does not exceed. @returns 0 for none */
export function quantile(values: ArrayLike<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

/** A measure whose ratio to its ceiling must reach, or must not exceed, a limit. */
export function compared(
  name: string,
  value: number,
  unit: string,
  against: { ceiling: number; of: string; atLeast?: number; atMost?: number; ratio?: number },
): Measure {
  const { ceiling, of, atLeast, atMost, ratio = value / ceiling } = against;
  const limit = atLeast ?? atMost ?? 0;
  return {
    name,
    value,
    unit,
    ceiling,
    ratio,
    target: `${atLeast === undefined ? "<=" : ">="} ${limit} x ${of}`,
    met: atLeast === undefined ? ratio <= limit : ratio >= limit,
  };
}

/** A measure with an upper limit of its own. */
export function limited(name: string, value: number, unit: string, atMost: number): Measure {
  return { name, value, unit, target: `<= ${atMost} ${unit}`, met: value <= atMost };
}

const shown = (value: number) =>
  value >= 100 ? String(Math.round(value)) : value.toFixed(value < 1 ? 3 : 2);

/** Measures as a table for a terminal. */
export function formatMeasures(measures: Measure[]): string {
  return measures
    .map(({ name, value, unit, ceiling, ratio, target, met }) =>
      [
        name.padEnd(52),
        `${shown(value)} ${unit}`.padStart(14),
        (ceiling === undefined ? "" : `of ${shown(ceiling)}`).padStart(12),
        (ratio === undefined ? "" : `${ratio.toFixed(2)} x`).padStart(9),
        ` ${target ?? ""}`.padEnd(24),
        met === undefined ? "" : met ? "met" : "MISSED",
      ]
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}
