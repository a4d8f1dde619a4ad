import { clsx } from "clsx";
import type { ReactNode } from "react";

export interface DenseRow {
  /** What; cut where there is no room for all of it. */
  title: ReactNode;
  icon?: ReactNode;
  /** How it stands: a price, a status. */
  state?: ReactNode;
  amount: ReactNode;
  /** A short time, or how it ended. */
  end?: ReactNode;
  /** A small button; not with `onOpen`. */
  action?: ReactNode;
  /** The whole of it, for who points at the row. */
  hint?: string;
}

export interface DenseListProps<Row> {
  /** Names the list; read by screen readers, not shown. */
  caption: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  row: (row: Row) => DenseRow;
  /** Makes each row one button that opens the detail. */
  onOpen?: (row: Row) => void;
}

const LINE =
  "col-span-full grid min-h-8 grid-cols-subgrid items-center px-3 text-left text-caption tabular-nums";

/** Records as lines of one row each, with their parts under each other: for the panels of a workspace. */
export function DenseList<Row>({ caption, rows, rowKey, row, onOpen }: DenseListProps<Row>) {
  return (
    <ul
      aria-label={caption}
      className="grid grid-cols-[minmax(0,1fr)_auto_auto_auto_auto] gap-x-2 overflow-hidden rounded-card border border-line bg-surface"
    >
      {rows.map((one) => {
        const { title, icon, state, amount, end, action, hint } = row(one);
        const line = (
          <>
            <span className="flex min-w-0 items-center gap-1.5 font-medium [&_svg]:size-4 [&_svg]:shrink-0">
              {icon}
              <span className="truncate">{title}</span>
            </span>
            <span className="whitespace-nowrap text-right *:bg-transparent *:px-0">{state}</span>
            <span className="whitespace-nowrap text-right">{amount}</span>
            <span className="whitespace-nowrap text-right text-text-2">{end}</span>
            <span className="text-right">{action}</span>
          </>
        );
        return (
          <li
            key={rowKey(one)}
            title={hint}
            className="col-span-full grid grid-cols-subgrid border-line not-last:border-b"
          >
            {onOpen ? (
              <button
                type="button"
                className={clsx(LINE, "hover:bg-surface-2 focus-visible:-outline-offset-2")}
                onClick={() => onOpen(one)}
              >
                {line}
              </button>
            ) : (
              <div className={LINE}>{line}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
