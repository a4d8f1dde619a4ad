import { useEffect, useRef } from "react";
import { DAY_MS } from "@/lib/platform/calendar";
import { storedUserId } from "./api";
import { dropDraft, readDraft, saveDraft } from "./drafts";

/** As long as the server keeps its answers. */
const KEPT_MS = 7 * DAY_MS;

/** An order that was sent and may have been done. */
export interface UnconfirmedOrder {
  key: string;
  /** As it was sent, without secrets. */
  order?: unknown;
  /** Why the outcome is not known, in words. */
  why: string;
  /** Whether sending it again may still say what became of it. */
  isRepeatable: boolean;
  /** When it was sent first, by the device's clock. */
  sentAtMs: number;
}

type Kept = Record<string, UnconfirmedOrder>;

// The person's id stands between colons: logging in as somebody else forgets it. Tabs that stay open over an upgrade
// know their orders by the first word, which is that of earlier versions.
const nameOf = (form: string, userId: string) => `doubts:${userId}:${form}`;

function isAlive(value: unknown): boolean {
  const { key, order, why, sentAtMs } = (value ?? {}) as Partial<Kept[string]>;
  const isWhole = typeof key === "string" && typeof why === "string";
  const isSendable = typeof order === "object" && order !== null;
  return isWhole && isSendable && Date.now() - (sentAtMs ?? 0) < KEPT_MS;
}

function read(name: string): Kept {
  const kept = readDraft(name);
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept as Kept).filter(([, each]) => isAlive(each)));
}

/** All but one of what is kept by content. */
export const without = <T>(all: Readonly<Record<string, T>>, content: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== content));

/**
 * Keeps orders of unknown outcome beside the draft of their form: for the same person in the same tab, over a
 * reload or an ended session, for 7 days. Where the browser's storage is blocked or full nothing is kept.
 * @param form names the form; without one nothing is kept
 * @param restore gets what was kept, by content, once, after the form was shown
 * @returns ways to keep one, to say more of it, and to forget it
 */
export function useKeptOrders(
  form: string | undefined,
  restore: (kept: Readonly<Record<string, UnconfirmedOrder>>) => void,
) {
  const owner = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only into the form that was just shown
  useEffect(() => {
    owner.current = form === undefined ? null : storedUserId();
    if (form !== undefined && owner.current) restore(read(nameOf(form, owner.current)));
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const change = (make: (kept: Kept) => Kept): void => {
    if (form === undefined || !owner.current) return;
    const name = nameOf(form, owner.current);
    const kept = make(read(name));
    if (Object.keys(kept).length > 0) saveDraft(name, kept);
    else dropDraft(name);
  };
  /** A late outcome says nothing of a newer order with the same content, and nothing new of a settled one. */
  const changeOnly = (key: string, content: string, make: (kept: Kept) => Kept): void =>
    change((kept) => (kept[content]?.key === key ? make(kept) : kept));
  return {
    /** Keeps nothing but what is named here: the order may have been sent with a password. */
    begin: (content: string, { key, order, why, isRepeatable, sentAtMs }: UnconfirmedOrder) => {
      // Another tab may have signed somebody else in since.
      if (storedUserId() !== owner.current) return;
      change((kept) => ({ ...kept, [content]: { key, order, why, isRepeatable, sentAtMs } }));
    },
    /** Says anew why the outcome of the one with this key is not known, where it is still kept. */
    update: (content: string, { key, why, isRepeatable }: UnconfirmedOrder) =>
      changeOnly(key, content, (kept) => ({
        ...kept,
        [content]: { ...(kept[content] as UnconfirmedOrder), why, isRepeatable },
      })),
    /** Forgets the one with this key. */
    drop: (content: string, key: string) =>
      changeOnly(key, content, (kept) => without(kept, content)),
  };
}
