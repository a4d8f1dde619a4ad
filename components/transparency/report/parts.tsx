import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** One row of a small table; the first cell names it. */
export type Cells = { key: string; cells: ReactNode[] };

/**
 * A table of a report, which scrolls by itself where it is too wide.
 * @param props.text its columns of text; the others are numbers
 */
export function ReportTable({
  caption,
  head,
  rows,
  text = [0],
}: {
  caption: string;
  head: string[];
  rows: Cells[];
  text?: number[];
}) {
  const t = useTranslations("transparency");
  const side = (index: number) => (text.includes(index) ? "text-left" : "text-right");
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      aria-label={t("table", { name: caption })}
      className="relative overflow-x-auto"
    >
      <table className="w-full text-caption">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-line border-b text-text-2">
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={clsx("px-2 py-2 align-bottom font-normal", side(index))}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key} className="border-line border-b last:border-0">
              <th scope="row" className="px-2 py-2.5 text-left font-normal">
                {first}
              </th>
              {rest.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their places
                  key={index}
                  className={clsx("px-2 py-2.5 tabular-nums", side(index + 1))}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a figure counts, in words. */
export function Definition({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="mt-2 text-caption">
      <summary className="inline-flex min-h-target cursor-pointer items-center text-text-2 underline underline-offset-2">
        {label}
      </summary>
      <div className="max-w-prose space-y-2 text-text-2">{children}</div>
    </details>
  );
}

/** A hash, a key or an address: whole, and never wider than the page. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <code translate="no" className="break-all font-mono text-caption [user-select:all]">
      {children}
    </code>
  );
}
