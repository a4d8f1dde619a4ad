"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { ApiError } from "@/lib/platform/client/api";

/** What colleagues changed while somebody was typing, and how the server said it. */
type Theirs<Item> = { text: string; before: Item; now: Item };

type Options<Item, Draft> = {
  draftOf: (item: Item | null) => Draft;
  /** The item as it is by now: a refusal has brought the list up to date. */
  newest: () => Item | undefined;
  /** Fields that make sense only together: what was typed into one keeps them all. */
  together?: (keyof Draft)[][];
};

/**
 * The draft of a form over something that colleagues change too. Once the server says that one was faster, the draft
 * is over their version: what was typed stays, every other field becomes theirs, and whoever saves again means it.
 * @param opened what is edited; null for something new
 */
export function useSharedEdit<Item extends { updatedAt: string }, Draft extends object>(
  opened: Item | null,
  { draftOf, newest, together = [] }: Options<Item, Draft>,
) {
  const [base, setBase] = useState(opened);
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [theirs, setTheirs] = useState<Theirs<Item> | null>(null);

  function takeOver(failure: unknown): void {
    if (!(failure instanceof ApiError) || failure.code !== "CONFLICT" || base === null) return;
    const now = newest();
    if (now === undefined || now.updatedAt === base.updatedAt) return;
    const before = draftOf(base);
    const isTyped = (key: keyof Draft) =>
      (together.find((keys) => keys.includes(key)) ?? [key]).some(
        (one) => draft[one] !== before[one],
      );
    const next = draftOf(now);
    for (const key of Object.keys(draft) as (keyof Draft)[]) {
      if (isTyped(key)) next[key] = draft[key];
    }
    setBase(now);
    setDraft(next);
    setTheirs({ text: failure.message, before: theirs?.before ?? base, now });
  }
  return {
    /** What the draft is over. */
    base,
    draft,
    setDraft,
    theirs,
    /** Passes a save on, after it has looked whether somebody was faster. */
    watch: <Answer,>(save: Promise<Answer>): Promise<Answer> =>
      save.catch((failure: unknown) => {
        takeOver(failure);
        throw failure;
      }),
  };
}

type Value = string | boolean;

/** What colleagues changed meanwhile. `texts` are an item's fields as the form names them, and their values. */
export function TheirChanges<Item>({
  theirs,
  texts,
}: {
  theirs: Theirs<Item> | null;
  texts: (item: Item) => [label: string, value: Value][];
}) {
  const t = useTranslations("staffConflict");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (theirs) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [theirs]);
  const show = (value: Value | undefined) =>
    typeof value === "boolean" ? t(value ? "yes" : "no") : value || t("empty");
  const now = new Map(theirs ? texts(theirs.now) : []);
  const changed = (theirs ? texts(theirs.before) : []).filter(
    ([label, before]) => before !== now.get(label),
  );
  return (
    <div ref={box} role="alert">
      {theirs ? (
        <Banner tone="warn">
          {theirs.text}
          {changed.length > 0 ? (
            <ul className="my-2 list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
              {changed.map(([label, before]) => (
                <li key={label}>
                  {t("change", { label, before: show(before), now: show(now.get(label)) })}
                </li>
              ))}
            </ul>
          ) : null}{" "}
          {t("keep")}
        </Banner>
      ) : null}
    </div>
  );
}
