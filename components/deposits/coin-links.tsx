import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface CoinLink {
  currency: string;
  name: string;
  href: string;
  /** Under the name: networks, or why it is not possible now. */
  note: ReactNode;
}

/** A coin's name in a circle: no logos, which belong to others. */
function CoinMark({ currency }: { currency: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 font-semibold text-meta text-text-2"
    >
      {currency}
    </span>
  );
}

/** One link a coin, for the first step of deposits and withdrawals. */
export function CoinLinks({ label, coins }: { label: string; coins: CoinLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {coins.map(({ currency, name, href, note }) => (
          <li key={currency} className="border-line not-last:border-b">
            <Link
              href={href}
              className="flex min-h-target items-center gap-3 px-4 py-3 hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <CoinMark currency={currency} />
              <span className="min-w-0 flex-1">
                <span className="block">
                  <span className="font-medium">{currency}</span>{" "}
                  {name === currency ? null : <span className="text-text-2">{name}</span>}
                </span>
                <span className="block text-caption text-text-2">{note}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-text-3" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
