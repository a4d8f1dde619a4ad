"use client";

import { useSyncExternalStore } from "react";
import { announceChoice } from "./choices";
import { HIDE_STORAGE_KEY } from "./stored-choices-script";

const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return window.localStorage.getItem(HIDE_STORAGE_KEY) === "1";
  } catch {
    // Storage can be blocked; then the choice lasts until the next load.
    return remembered;
  }
}

let remembered = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Hides or shows every amount of the person, on this device, in all open tabs. */
export function setBalancesHidden(hidden: boolean): void {
  remembered = hidden;
  if (hidden) document.documentElement.dataset.balances = "hidden";
  else delete document.documentElement.dataset.balances;
  try {
    window.localStorage.setItem(HIDE_STORAGE_KEY, hidden ? "1" : "0");
  } catch {
    // The in-memory value above still serves this page.
  }
  for (const listener of listeners) listener();
  announceChoice({ hideBalances: hidden });
}

/** Whether amounts are hidden. False while the server renders. */
export function useBalancesHidden(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}
