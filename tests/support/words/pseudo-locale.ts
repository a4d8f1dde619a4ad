/** Names the pseudo-language: English in brackets, so that whatever has none did not come from messages/. */
export const PSEUDO = "en-XA";

type Tree = { [name: string]: Tree | string };

/** Every text in brackets; gaps and plurals stay, as they would in a translation. */
export function pseudoMessages(tree: object): Tree {
  return Object.fromEntries(
    Object.entries(tree as Tree).map(([name, value]) => [
      name,
      typeof value === "string" ? `⟦${value}⟧` : pseudoMessages(value),
    ]),
  );
}

/** What of a text stands in no bracket. */
export function outsideBrackets(words: string): string {
  let depth = 0;
  let rest = "";
  for (const letter of words) {
    if (letter === "⟧") depth -= 1;
    if (depth === 0 && letter !== "⟦" && letter !== "⟧") rest += letter;
    if (letter === "⟦") depth += 1;
  }
  return rest.trim();
}
