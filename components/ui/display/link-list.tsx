import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface LinkItem {
  href: string;
  label: string;
  /** An icon element, decoration. */
  icon: ReactNode;
  /** After the label: how many are new. */
  badge?: ReactNode;
}

/** Ways on to other pages, one a row. */
export function LinkList({ label, items }: { label: string; items: LinkItem[] }) {
  return (
    <nav aria-label={label}>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {items.map((item) => (
          <li key={item.href} className="border-line not-last:border-b">
            <Link
              href={item.href}
              className="flex min-h-12 items-center gap-3 px-4 hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <span aria-hidden="true" className="shrink-0 text-text-2 [&_svg]:size-5">
                {item.icon}
              </span>
              <span className="min-w-0 flex-1">{item.label}</span>
              {item.badge}
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
