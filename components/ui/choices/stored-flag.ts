"use client";

import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/platform/client/safe-storage";

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

  function read(): boolean {
    const stored = readStored("localStorage", key);
    return defaultValue ? stored !== words.off : stored === words.on;
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
      writeStored("localStorage", key, value ? words.on : words.off);
      for (const listener of listeners) listener();
    },
    useValue: (): boolean => useSyncExternalStore(subscribe, read, () => defaultValue),
  };
}
