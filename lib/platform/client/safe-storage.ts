/** The browser's storage for what a page can't go on without: where it is blocked or full, this document remembers. */

type Kind = "localStorage" | "sessionStorage";

const remembered = new Map<string, string>();

/** What is kept under a key, or null; null on the server, too. */
export function readStored(kind: Kind, key: string): string | null {
  let stored: string | null = null;
  try {
    stored = globalThis[kind]?.getItem(key) ?? null;
  } catch {
    // Blocked.
  }
  // Somebody had room again, in this tab or another: what this document remembers is older.
  if (stored !== null) remembered.delete(key);
  return stored ?? remembered.get(key) ?? null;
}

/** Keeps a text under a key: at least until the next full load. */
export function writeStored(kind: Kind, key: string, text: string): void {
  try {
    window[kind].setItem(key, text);
    remembered.delete(key);
  } catch {
    // An older text in a full storage would be read before this one.
    removeStored(kind, key);
    remembered.set(key, text);
  }
}

/** Forgets what is kept under a key. */
export function removeStored(kind: Kind, key: string): void {
  remembered.delete(key);
  try {
    window[kind].removeItem(key);
  } catch {
    // Nothing can be read there either.
  }
}

/** Whether only this document remembers what is kept under a key: a full load would lose it. */
export function isLostByLoad(key: string): boolean {
  return remembered.has(key);
}
