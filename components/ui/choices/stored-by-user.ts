"use client";

import { createStoredChoice } from "./stored-flag";

/**
 * A text that this device remembers for each person, such as several choices as JSON: one store a person, so that all
 * parts of a page change together.
 * @param name the beginning of its key in the storage
 * @returns gives the store of a person; an empty text where nothing is kept
 */
export function createStoredByUser(name: string) {
  const stores = new Map<string, ReturnType<typeof createStoredChoice<string>>>();
  return (userId: string) => {
    const store =
      stores.get(userId) ??
      createStoredChoice<string>(
        `${name}-${userId}`,
        (stored) => stored ?? "",
        (words) => words,
      );
    stores.set(userId, store);
    return store;
  };
}
