import { useEffect, useRef } from "react";
import { storedUserId } from "./api";
import { dropDraft, readDraft, saveDraft } from "./drafts";

type Fields = Record<string, string>;

// The person's id stands between colons: signing in as somebody else forgets it.
const nameOf = (form: string, userId: string) => `form:${userId}:${form}`;

/**
 * Keeps what is typed into a form for the same person in the same tab, over a reload or an ended session.
 * What was typed before the page's scripts were there is newer than what was kept.
 * Amounts and the like only: never a password, a code or an address that money goes to.
 * @param form names the form, with all that gives its fields another meaning, such as the currency
 * @param restore gets what was kept, once, after the form was shown; the form may show nothing of its own there
 * @returns keeps these fields instead
 */
export function useFormDraft(form: string, restore: (kept: Partial<Fields>) => void) {
  const owner = useRef<string | null>(null);
  const typedFirst = useRef<Fields | null>(null);
  const keep = (fields: Fields): void => {
    if (owner.current === null) typedFirst.current = fields;
    // Another tab may have signed somebody else in since.
    const userId = storedUserId();
    if (userId && userId === owner.current) saveDraft(nameOf(form, userId), fields);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only into the form that was just shown
  useEffect(() => {
    owner.current = storedUserId();
    if (!owner.current) return;
    if (typedFirst.current) return keep(typedFirst.current);
    const kept = readDraft(nameOf(form, owner.current));
    if (typeof kept === "object" && kept !== null) restore(kept);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return keep;
}

/** Forgets what was kept of a form, once it was accepted. */
export function dropFormDraft(form: string): void {
  const userId = storedUserId();
  if (userId) dropDraft(nameOf(form, userId));
}
