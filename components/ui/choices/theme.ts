"use client";

import { useSyncExternalStore } from "react";
import { announceChoice } from "./choices";
import { THEME_EVENT, themeOf } from "./stored-choices-script";

export type ThemeChoice = "light" | "dark" | "system";

function current(): ThemeChoice {
  const { key, fallback } = themeOf(window.location.pathname);
  try {
    return (localStorage.getItem(key) as ThemeChoice | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function subscribe(listener: () => void): () => void {
  const events = [THEME_EVENT, "storage"];
  for (const name of events) window.addEventListener(name, listener);
  return () => {
    for (const name of events) window.removeEventListener(name, listener);
  };
}

/** Shows the theme that belongs to the page: after a move between the site and the staff pages. */
export function applyTheme(): void {
  window.dispatchEvent(new Event(THEME_EVENT));
  const { dataset } = document.documentElement;
  // A document that failed on the server is made in the browser, where its scripts do not run.
  if (!dataset.theme) {
    const choice = current();
    const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = choice === "dark" || (choice === "system" && isDark) ? "dark" : "light";
  }
}

/** Changes the theme on this device; staff pages have a choice of their own. */
export function setTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeOf(window.location.pathname).key, choice);
  } catch {
    // Blocked storage: the theme stays as it is.
  }
  applyTheme();
  announceChoice({ theme: choice });
}

/** The chosen theme; null while the server renders, which can't know it. */
export function useTheme(): ThemeChoice | null {
  return useSyncExternalStore(subscribe, current, () => null);
}
