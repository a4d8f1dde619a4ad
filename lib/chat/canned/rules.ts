/** Longest title of a saved reply, in UTF-16 units. */
export const MAX_REPLY_TITLE_LENGTH = 60;

/** What a saved reply may name in double braces, and is filled in when it is inserted. */
export const REPLY_VARIABLES = ["username", "email", "site", "staff"] as const;
export type ReplyValues = Record<(typeof REPLY_VARIABLES)[number], string>;

/** The same as they are written in a text. */
export const VARIABLE_NAMES = REPLY_VARIABLES.map((name) => `{{${name}}}`).join(", ");

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isVariable = (name: string): name is keyof ReplyValues =>
  (REPLY_VARIABLES as readonly string[]).includes(name);

/** What a text names in double braces that nothing is known of. */
export function unknownVariables(text: string): string[] {
  return [...text.matchAll(VARIABLE)]
    .map(([, name = ""]) => name)
    .filter((name) => !isVariable(name));
}

/** A saved reply as it is sent. What a value itself has in braces stays as it is. */
export function fillReply(text: string, values: ReplyValues): string {
  return text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole));
}

/** Most suggestions under the composer. */
const SUGGESTIONS = 8;

/** Whether a draft asks for a saved reply: one line that begins with "/". */
export function asksForReply(draft: string): boolean {
  return draft.startsWith("/") && !draft.includes("\n");
}

/**
 * The saved replies that a draft asks for: one that begins with "/" and the beginning of a title, or
 * of a word in it. Titles that begin so come first.
 */
export function suggestReplies<Reply extends { title: string }>(
  draft: string,
  replies: readonly Reply[],
): Reply[] {
  if (!asksForReply(draft)) return [];
  const wanted = draft.slice(1).trimStart().toLowerCase();
  const rank = ({ title }: Reply) => {
    const text = title.toLowerCase();
    if (text.startsWith(wanted)) return 0;
    return text.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return replies
    .filter((reply) => rank(reply) < 2)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, SUGGESTIONS);
}
