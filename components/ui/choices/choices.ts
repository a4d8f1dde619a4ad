/** How somebody wants the site to look, as they have just chosen it. */
export type Choice = {
  theme?: "light" | "dark" | "system";
  colourMode?: "default" | "blue-orange";
  hideBalances?: boolean;
  times?: "local" | "utc";
};

const listeners = new Set<(choice: Choice) => void>();

/** Says what was chosen in this tab. */
export function announceChoice(choice: Choice): void {
  for (const listener of listeners) listener(choice);
}

/** Hears of what is chosen in this tab, and in no other. Returns the way to stop. */
export function onChoice(listener: (choice: Choice) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
