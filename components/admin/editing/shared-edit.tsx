"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, PathValue } from "react-hook-form";
import type { SchemaFormState } from "@/components/forms/use-schema-form";
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
 * A form over something that colleagues change too. Once the server says that one was faster, the form is over their
 * version: what was typed stays, every other field becomes theirs, and whoever saves again means it.
 * @param opened what is edited; null for something new
 */
export function useSharedEdit<Item extends { updatedAt: string }, Draft extends FieldValues, Input>(
  opened: Item | null,
  form: Pick<SchemaFormState<Draft, Input>, "getValues" | "setValue">,
  { draftOf, newest, together = [] }: Options<Item, Draft>,
) {
  const [base, setBase] = useState(opened);
  const [theirs, setTheirs] = useState<Theirs<Item> | null>(null);

  function takeOver(failure: unknown): void {
    if (!(failure instanceof ApiError) || failure.code !== "CONFLICT" || base === null) return;
    const now = newest(failure);
    if (now === undefined || now.updatedAt === base.updatedAt) return;
    const before = draftOf(base);
    const next = draftOf(now);
    // Letters may have been typed since the save was sent.
    const typed = form.getValues();
    const isTyped = (key: keyof Draft) =>
      (together.find((keys) => keys.includes(key)) ?? [key]).some(
        (one) => typed[one] !== before[one],
      );
    for (const key of Object.keys(next) as (Path<Draft> & keyof Draft)[]) {
      if (!isTyped(key)) form.setValue(key, next[key] as PathValue<Draft, typeof key>);
    }
    setBase(now);
    setTheirs({ text: failure.message, before: theirs?.before ?? base, now });
  }
  return {
    /** What the form is over. */
    base,
    theirs,
    /** Passes a save on, after it has looked whether somebody was faster. */
    watch: <Response,>(save: Promise<Response>): Promise<Response> =>
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
