"use client";

import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/platform/client/safe-storage";

/**
 * A choice that this device remembers, the same in all open tabs: a setter and a hook.
 * @param parse what is chosen by the words of the storage; null where it has none, or none of ours
 */
export function createStoredChoice<T extends string | boolean>(
  key: string,
  parse: (stored: string | null) => T,
  words: (value: T) => string,
) {
  const listeners = new Set<() => void>();
  const read = (): T => parse(readStored("localStorage", key));

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("storage", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", listener);
    };
  }

  return {
    set(value: T): void {
      writeStored("localStorage", key, words(value));
      for (const listener of listeners) listener();
    },
    /** While the server renders, what is chosen without any words. */
    useValue: (): T => useSyncExternalStore(subscribe, read, () => parse(null)),
  };
}

/**
 * A switch that this device remembers.
 * @param words what is kept in the storage for off and for on
 * @param defaultValue before a choice, and while the server renders
 */
export const createStoredFlag = (
  key: string,
  words: { off: string; on: string },
  defaultValue: boolean,
) =>
  createStoredChoice<boolean>(
    key,
    (stored) => (defaultValue ? stored !== words.off : stored === words.on),
    (value) => (value ? words.on : words.off),
  );

/** One of some words that this device remembers. */
export const createStoredWord = <T extends string>(
  key: string,
  words: readonly T[],
  defaultWord: T,
) =>
  createStoredChoice<T>(
    key,
    (stored) => words.find((word) => word === stored) ?? defaultWord,
    (word) => word,
  );
