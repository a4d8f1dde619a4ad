import { clsx } from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";

export interface FilterChipsProps {
  /** Name of the filter: "Status". */
  label: string;
  items: { href: string; label: ReactNode; active: boolean }[];
}

/** Filters as links, so that the choice is in the URL. */
export function FilterChips({ label, items }: FilterChipsProps) {
  return (
    <nav aria-label={label} data-print="hide">
      <ul className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.active ? "true" : undefined}
              scroll={false}
              className={clsx(
                "inline-flex min-h-target min-w-target items-center justify-center rounded-full border px-3 text-body",
                item.active
                  ? "border-gold-line bg-gold-soft font-semibold text-gold-text"
                  : "border-control text-text hover:bg-surface-2",
              )}
            >
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
