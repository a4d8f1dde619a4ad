"use client";

import { useSyncExternalStore } from "react";

/**
 * A choice that this device remembers, the same in all open tabs: a setter and a hook.
 * @param words what is kept in the storage for off and for on
 * @param defaultValue before a choice, and while the server renders
 */
export function createStoredFlag(
  key: string,
  words: { off: string; on: string },
  defaultValue: boolean,
) {
  const listeners = new Set<() => void>();
  let remembered = defaultValue;

  function read(): boolean {
    try {
      const stored = window.localStorage.getItem(key);
      return defaultValue ? stored !== words.off : stored === words.on;
    } catch {
      // Storage can be blocked; then the choice lasts until the next load.
      return remembered;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  }

  return {
    set(value: boolean): void {
      remembered = value;
      try {
        window.localStorage.setItem(key, value ? words.on : words.off);
      } catch {
        // The in-memory value still serves this page.
      }
      for (const listener of listeners) listener();
    },
    useValue: (): boolean => useSyncExternalStore(subscribe, read, () => defaultValue),
  };
}
