"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { ApiError } from "@/lib/platform/client/api";

/** What colleagues changed while somebody was typing, and how the server said it. */
type Theirs<Item> = { text: string; before: Item; now: Item };

type Options<Item, Draft> = {
  draftOf: (item: Item | null) => Draft;
  /** The item as it is by now: a refusal has brought the list up to date, or carries it. */
  newest: (failure: ApiError) => Item | undefined;
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
    const now = newest(failure);
    if (now === undefined || now.updatedAt === base.updatedAt) return;
    const before = draftOf(base);
    setBase(now);
    // Letters may have been typed since the save was sent.
    setDraft((typed) => {
      const isTyped = (key: keyof Draft) =>
        (together.find((keys) => keys.includes(key)) ?? [key]).some(
          (one) => typed[one] !== before[one],
        );
      const next = draftOf(now);
      for (const key of Object.keys(typed) as (keyof Draft)[]) {
        if (isTyped(key)) next[key] = typed[key];
      }
      return next;
    });
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
type FieldText = [label: string, value: Value, identity?: string];

/**
 * What colleagues changed meanwhile. `texts` are an item's fields as the form names them, and their values; an
 * identity tells apart what reads the same, such as two uploaded images.
 */
export function TheirChanges<Item>({
  theirs,
  texts,
}: {
  theirs: Theirs<Item> | null;
  texts: (item: Item) => FieldText[];
}) {
  const t = useTranslations("staffConflict");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (theirs) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [theirs]);
  const show = (value: Value) =>
    typeof value === "boolean" ? t(value ? "yes" : "no") : value || t("empty");
  const now = theirs ? texts(theirs.now) : [];
  const changes = (theirs ? texts(theirs.before) : []).flatMap(
    ([label, before, identity = before], index) => {
      const [, after = "", newIdentity = after] = now[index] ?? [];
      if (identity === newIdentity) return [];
      const values = { label, before: show(before), now: show(after) };
      return [{ label, text: t(before === after ? "another" : "change", values) }];
    },
  );
  return (
    <div ref={box} role="alert">
      {theirs ? (
        <Banner tone="warn">
          {theirs.text}
          {changes.length > 0 ? (
            <ul className="my-2 list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
              {changes.map(({ label, text }) => (
                <li key={label}>{text}</li>
              ))}
            </ul>
          ) : null}{" "}
          {t("keep")}
        </Banner>
      ) : null}
    </div>
  );
}
