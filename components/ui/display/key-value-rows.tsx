import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface KeyValueRow {
  label: ReactNode;
  value: ReactNode;
  /** Put the value under its label: addresses, notes. */
  stacked?: boolean;
  /** Heavier value: what can be lost, totals. */
  strong?: boolean;
  /** React key when two rows share a label text. */
  id?: string;
}

export interface KeyValueRowsProps {
  rows: KeyValueRow[];
  /** On a tinted surface, as in a review; without it the rows stand on the card. */
  boxed?: boolean;
  /** Less space between the rows, where many have to be seen at once. */
  dense?: boolean;
  className?: string;
}

/** Labelled values as a description list. */
export function KeyValueRows({ rows, boxed = false, dense = false, className }: KeyValueRowsProps) {
  return (
    <dl className={clsx(boxed && "rounded-control bg-surface-2 px-3", className)}>
      {rows.map((row, index) => (
        <div
          key={row.id ?? (typeof row.label === "string" ? row.label : index)}
          className={clsx(
            "border-line not-last:border-b",
            dense ? "py-1.5" : "py-2.5",
            !row.stacked && "flex flex-wrap items-baseline justify-between gap-x-4",
          )}
        >
          <dt className="text-text-2">{row.label}</dt>
          <dd
            className={clsx(
              "min-w-0 [overflow-wrap:anywhere]",
              row.stacked ? "whitespace-pre-line" : "ml-auto text-right",
              row.strong && "font-semibold",
            )}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
