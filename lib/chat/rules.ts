/** Longest message, in UTF-16 units, as browsers and zod count. */
export const MAX_MESSAGE_LENGTH = 2000;

/** Longest comment on a closed conversation. */
export const MAX_COMMENT_LENGTH = 500;

/** How long after its closing a conversation can be rated, and the rating be changed. */
export const RATABLE_DAYS = 7;

/** How much of a message an event or a list shows. */
const EXCERPT_LENGTH = 200;

/** The beginning of a message as one line, for lists and notifications. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const short = line.slice(0, EXCERPT_LENGTH);
  // A cut through the middle of an emoji would leave half a character.
  return line.length > EXCERPT_LENGTH ? `${short.replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}

/** Whether a text shows anything at all: spaces and characters without a picture do not. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u.test(text);
}

/** The key that the sender gave a message, out of the unique one that is stored: `user:route:key`. */
export function sentKeyOf(clientKey: string | null): string | null {
  return clientKey?.split(":").slice(2).join(":") || null;
}
