"use client";

import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";
import { type NavItem, NavLink } from "./nav-link";

const KEYBOARD_LEAST_PX = 150;

function subscribeViewport(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}

function keyboardIsOpen(): boolean {
  const visible = window.visualViewport;
  // A pinch zoom also shrinks the visible part; only an unzoomed page can tell a keyboard.
  return (
    visible !== null &&
    visible.scale === 1 &&
    window.innerHeight - visible.height > KEYBOARD_LEAST_PX
  );
}

export interface TabBarProps {
  /** Name of the navigation for screen readers. */
  label: string;
  items: NavItem[];
  /** Path prefixes where the bar is not shown. */
  hideOn?: string[];
}

/** The five places of the app at the bottom of a phone. Gone while the keyboard is open. */
export function TabBar({ label, items, hideOn = [] }: TabBarProps) {
  const pathname = usePathname();
  const keyboard = useSyncExternalStore(subscribeViewport, keyboardIsOpen, () => false);
  const away = hideOn.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (away || keyboard) return null;
  return (
    <nav
      data-tab-bar=""
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-[430px]">
        {items.map((item) => (
          <li key={item.href} className="min-w-0 flex-1">
            <NavLink
              item={item}
              className="flex h-full flex-col items-center justify-center gap-1 text-meta text-text-2 aria-[current=page]:font-semibold aria-[current=page]:text-gold-text focus-visible:-outline-offset-2 aria-[current=page]:[&_svg]:stroke-[2.5] [&_svg]:size-5.5"
            >
              {item.icon}
              <span className="max-w-full truncate">{item.label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
