import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** One row of a small table; the first cell names it. */
export type Cells = { key: string; cells: ReactNode[] };

/** A phone has no room for more: there each row is a list, with the columns' names in it. */
const MAX_COLUMNS_OF_PHONE = 3;

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
  const stacks = head.length > MAX_COLUMNS_OF_PHONE;
  const side = (index: number) => (text.includes(index) ? "text-left" : "text-right");
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      aria-label={t("table", { name: caption })}
      className="relative overflow-x-auto"
    >
      <table className={clsx("w-full text-caption", stacks && "max-md:block")}>
        <caption className="sr-only">{caption}</caption>
        <thead className={clsx(stacks && "max-md:sr-only")}>
          <tr className="border-line border-b text-text-2">
            {head.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={clsx(
                  "py-2 pr-2 align-bottom font-normal max-md:last:pr-0 md:pl-2",
                  index > 0 && "pl-2",
                  side(index),
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={clsx(stacks && "max-md:block")}>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr
              key={key}
              className={clsx(
                "border-line border-b last:border-0",
                stacks && "max-md:block max-md:py-2.5",
              )}
            >
              <th
                scope="row"
                className={clsx(
                  "py-2.5 pr-2 text-left font-normal md:pl-2",
                  stacks && "max-md:block max-md:py-0",
                )}
              >
                {first}
              </th>
              {rest.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their places
                  key={index}
                  className={clsx(
                    "px-2 py-2.5 tabular-nums max-md:last:pr-0",
                    side(index + 1),
                    stacks &&
                      "max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:text-right max-md:pt-1 max-md:pb-0",
                  )}
                >
                  {stacks ? (
                    <span aria-hidden="true" className="text-left text-text-2 md:hidden">
                      {head[index + 1]}
                    </span>
                  ) : null}
                  {stacks ? <div className="min-w-0 max-md:grow">{cell}</div> : cell}
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
