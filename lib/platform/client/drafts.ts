/** What somebody typed, or sent without an answer, for this browser tab: it survives a reload, not a logout. */
import { pageAccount } from "./account";

const PREFIX = "draft:";

/** What was typed or sent for one account is never offered to the other. */
const keyOf = (name: string) => PREFIX + (pageAccount() === "practice" ? `practice:${name}` : name);

/** Keeps a draft. Never give it secrets. */
export function saveDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A full or forbidden storage only loses the comfort.
  }
}

/** A draft that was kept; null when there is none that can be read. */
export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null");
  } catch {
    return null;
  }
}

/** Forgets one draft. */
export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept either.
  }
}

/**
 * Forgets drafts.
 * @param keptUserId whose drafts stay: their id is a part of the name, between colons
 */
export function clearDrafts(keptUserId?: string): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      const isKept = keptUserId !== undefined && name.split(":").includes(keptUserId);
      if (name.startsWith(PREFIX) && !isKept) sessionStorage.removeItem(name);
    }
  } catch {
    // Nothing was kept either.
  }
}
