import type { Step } from "./steps";

/** A text by its key below "proof", with values filled in. */
export type Texts = {
  (key: string, values?: Readonly<Record<string, string>>): string;
  has(key: string): boolean;
};

/** What a step says: what was checked, and what came of it. */
export function stepTexts(
  { check, state, reason, values }: Step,
  t: Texts,
): { title: string; detail: string | null } {
  const named = { ...values };
  for (const name of ["part", "other"]) {
    const part = values[name];
    if (part === undefined) continue;
    // One of several has a number behind it: fill/3.
    const [kind, number] = part.split("/");
    named[name] = [t(`parts.${kind}`), number].filter(Boolean).join(" ");
  }
  const key = state === "passed" ? `found.${check}` : `reasons.${reason}`;
  return { title: t(`checks.${check}`, named), detail: t.has(key) ? t(key, named) : null };
}
