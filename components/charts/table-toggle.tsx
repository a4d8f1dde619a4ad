"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";

export interface TableToggleProps {
  caption: string;
  /** The first names the row; the others are numbers. */
  headers: string[];
  /** Called only while the table is open. The first cell of each row is unique. */
  rows: () => string[][];
}

/** "View as table" under a chart. */
export function TableToggle({ caption, headers, rows }: TableToggleProps) {
  const t = useTranslations("ui");
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          className="min-h-target font-semibold text-gold-text"
          onClick={() => setOpen(!open)}
        >
          {open ? t("hideTable") : t("viewAsTable")}
        </button>
      </div>
      {open ? (
        <section
          id={id}
          aria-label={caption}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="relative max-h-80 overflow-auto"
        >
          <table className="w-full text-caption">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {headers.map((header, column) => (
                  <th
                    key={header}
                    scope="col"
                    className={clsx(
                      "sticky top-0 bg-surface py-2 font-medium",
                      column === 0 ? "text-left" : "pl-3 text-right",
                    )}
                  >
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows().map((row) => (
                <tr key={row[0]} className="border-line border-t text-text">
                  {row.map((cell, column) =>
                    column === 0 ? (
                      <th key={headers[column]} scope="row" className="py-2 text-left font-normal">
                        {cell}
                      </th>
                    ) : (
                      <td key={headers[column]} className="py-2 pl-3 text-right">
                        {cell}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  );
}
