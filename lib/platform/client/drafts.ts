/** What somebody typed and has not sent, for this browser tab: it survives a reload, not a sign-out. */

const PREFIX = "draft:";

/** Keeps a draft. Never give it secrets. */
export function saveDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only loses the comfort.
  }
}

/** A draft that was kept; null when there is none that can be read. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets every draft. */
export function clearDrafts(): void {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    for (const name of names) sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept either.
  }
}
