/** Longest title of a saved reply, in UTF-16 units. */
export const MAX_REPLY_TITLE_LENGTH = 60;

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
