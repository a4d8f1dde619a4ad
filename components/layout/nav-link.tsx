"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

export interface NavItem {
  href: string;
  label: string;
  /** An icon element, e.g. `<House aria-hidden="true" />`. */
  icon: ReactNode;
  /** Other path prefixes that belong to this item: Trade owns `/option-trading`. */
  also?: string[];
  /** Waiting records; shown and read when above zero. */
  count?: number;
}

function isUnder(pathname: string, prefix: string): boolean {
  if (prefix === "/" || prefix === "/admin") return pathname === prefix;
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/** Whether a navigation item is the place a path belongs to. */
export function isCurrent(pathname: string, item: Pick<NavItem, "href" | "also">): boolean {
  return [item.href, ...(item.also ?? [])].some((prefix) => isUnder(pathname, prefix));
}

/** A navigation link that knows whether it is the current place. */
export function NavLink({
  item,
  className,
  children,
  onClick,
}: {
  item: NavItem;
  className: string;
  children: ReactNode;
  onClick?: () => void;
}) {
  const pathname = usePathname();
  return (
    <Link
      href={item.href}
      aria-current={isCurrent(pathname, item) ? "page" : undefined}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
