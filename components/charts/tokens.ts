/** The colours that drawings use. */
const TOKENS = [
  "bg",
  "surface",
  "line",
  "control",
  "text",
  "text-2",
  "text-3",
  "gold-line",
  "up",
  "on-up",
  "down",
  "on-down",
  "warn",
  "info",
] as const;

export type TokenName = (typeof TOKENS)[number];

/** The current value of a colour token, as written in globals.css. */
export function readToken(name: TokenName): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The current values of all of them. */
export const readColours = (): Record<TokenName, string> =>
  Object.fromEntries(TOKENS.map((name) => [name, readToken(name)])) as Record<TokenName, string>;

/** Calls back when the theme or the colour mode changes. Returns the way to stop. */
export function onTokensChange(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-colours"],
  });
  return () => observer.disconnect();
}
