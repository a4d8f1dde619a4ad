/** Longest name that a visitor may give, in UTF-16 units. */
export const MAX_VISITOR_NAME_LENGTH = 80;

/** No vowels that make words, and nothing that looks like something else. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;
const LOOKALIKES: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1" };

/** A reference such as `7K3M-9QX2-D4TF`, out of at least 12 random bytes. */
export function referenceOf(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join("").replace(/(.{4})(?=.)/g, "$1-");
}

/** A reference in its one spelling, however it was typed; null for what can't be one. */
export function readReference(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[OIL]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return letters.length === LENGTH ? letters.replace(/(.{4})(?=.)/g, "$1-") : null;
}
