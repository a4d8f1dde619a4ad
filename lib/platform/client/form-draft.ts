import { useEffect, useRef, useState } from "react";
import { storedUserId } from "./api";
import { dropDraft, readDraft, saveDraft } from "./drafts";

type Fields = Record<string, string>;

// The person's id stands between colons: logging in as somebody else forgets it.
const nameOf = (form: string, userId: string) => `form:${userId}:${form}`;

export interface FormDraftOptions<F extends Fields> {
  /** The fields that are kept. Never a password, a code or an address that money goes to. Default: all. */
  keeps?: readonly (keyof F)[];
  /** The fields that an accepted form leaves as they are. */
  stays?: readonly (keyof F)[];
  /** Whether what was kept can still be shown. */
  isUsable?: (kept: Partial<F>) => boolean;
}

/**
 * What is typed into a form, kept for the same person in the same tab, over a reload or an ended session.
 * What was typed before the page's scripts were there is newer than what was kept.
 * @param form names the form, with all that gives its fields another meaning, such as the currency
 * @param start what the fields hold at first, and after `clear`
 */
export function useFormDraft<F extends Fields>(
  form: string,
  start: F,
  { keeps, stays = [], isUsable }: FormDraftOptions<F> = {},
) {
  const [fields, setFields] = useState(start);
  // Several fields that were typed into before the scripts came change one after the other, without a render between.
  const latest = useRef(start);
  const owner = useRef<string | null>(null);
  const isTyped = useRef(false);
  const show = (next: F): void => {
    latest.current = next;
    setFields(next);
  };
  const keep = (): void => {
    // Another tab may have signed somebody else in since.
    const userId = storedUserId();
    if (!userId || userId !== owner.current) return;
    const isKept = ([name]: [string, string]) => keeps?.includes(name) ?? true;
    saveDraft(
      nameOf(form, userId),
      Object.fromEntries(Object.entries(latest.current).filter(isKept)),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only into the form that was just shown
  useEffect(() => {
    owner.current = storedUserId();
    if (!owner.current) return;
    if (isTyped.current) return keep();
    const kept = readDraft(nameOf(form, owner.current)) as Partial<F> | null;
    if (typeof kept !== "object" || kept === null || isUsable?.(kept) === false) return;
    show({ ...latest.current, ...kept });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return {
    fields,
    /** Changes these fields, or makes others of what they hold now. */
    change: (next: Partial<F> | ((now: F) => F)): void => {
      show(typeof next === "function" ? next(latest.current) : { ...latest.current, ...next });
      if (typeof next !== "function" && keeps && !keeps.some((name) => name in next)) return;
      isTyped.current = true;
      keep();
    },
    /** Forgets what was typed and kept. */
    clear: (): void => {
      const left = Object.fromEntries(stays.map((name) => [name, latest.current[name]]));
      show({ ...start, ...left });
      const userId = storedUserId();
      if (userId) dropDraft(nameOf(form, userId));
    },
  };
}

export type FormDraft<F extends Fields> = ReturnType<typeof useFormDraft<F>>;
