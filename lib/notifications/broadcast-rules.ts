/** Longest title and message, in UTF-16 units, as browsers and zod count. */
export const MAX_TITLE_LENGTH = 100;
export const MAX_BODY_LENGTH = 1000;

/** People that one message can be sent to by name; more than these is what "everyone" is for. */
export const MAX_PICKED = 1000;

/** The usernames in a pasted text: separated by spaces, commas, semicolons or lines, each once. */
export function usernamesIn(text: string): string[] {
  const names = new Map<string, string>();
  for (const part of text.split(/[\s,;]+/)) {
    const name = part.replace(/^@/, "");
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}
