export type TokenName =
  | "bg"
  | "surface"
  | "line"
  | "control"
  | "text"
  | "text-2"
  | "text-3"
  | "gold-line"
  | "up"
  | "on-up"
  | "down"
  | "on-down"
  | "warn"
  | "info";

/** The current value of a colour token, as written in globals.css. */
export function readToken(name: TokenName): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Calls back when the theme or the colour mode changes. Returns the way to stop. */
export function onTokensChange(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-colours"],
  });
  return () => observer.disconnect();
}
