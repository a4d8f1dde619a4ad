import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface FilterChipsProps {
  /** Name of the filter: "Status". */
  label: string;
  items: { href: string; label: ReactNode; active: boolean }[];
  /** One more at the end that is no link, with `chipClass`. */
  last?: ReactNode;
}

/** Looks of a chip. */
export const chipClass = (active: boolean) =>
  clsx(
    "inline-flex min-h-target min-w-target items-center justify-center rounded-full border px-3 text-body",
    active
      ? "border-gold-line bg-gold-soft font-semibold text-gold-text"
      : "border-control text-text hover:bg-surface-2",
  );

/** Filters as links, so that the choice is in the URL. */
export function FilterChips({ label, items, last }: FilterChipsProps) {
  return (
    <nav aria-label={label} data-print="hide">
      <ul className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              aria-current={item.active ? "true" : undefined}
              scroll={false}
              className={chipClass(item.active)}
            >
              {item.label}
            </Link>
          </li>
        ))}
        {last ? <li>{last}</li> : null}
      </ul>
    </nav>
  );
}
