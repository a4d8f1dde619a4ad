import { diffArrays } from "diff";

/** A line of one text or of both. */
export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** Removed and added lines together. With more, the search would hold up the page: its time grows with their square. */
const MAX_CHANGED_LINES = 1_000;

/**
 * What became of a text, line by line: what stayed, went and came, in the order of reading. Two texts
 * that differ in too many lines are shown as one replaced by the other.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(old, now, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value.map((text): DiffLine => ({ kind: added ? "added" : removed ? "removed" : "same", text })),
  );
}
