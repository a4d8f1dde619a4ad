import type { ChatDto, MessageDto } from "./schema";

/** What a screen knows of a conversation: one gapless stretch of messages, oldest first. */
export type Thread<C extends ChatDto = ChatDto> = {
  chat: C;
  messages: MessageDto[];
  /** Where older messages go on; null at the beginning of the conversation. */
  olderCursor: string | null;
};

/** A page as the API gives it, newest first. */
export type MessagePage<C extends ChatDto = ChatDto> = {
  chat: C;
  messages: MessageDto[];
  nextCursor: string | null;
};

/** Whether a stretch of the newest messages reaches what was known before. */
export function isConnected(known: Thread | undefined, fetched: MessagePage): boolean {
  if (!known || known.messages.length === 0 || fetched.nextCursor === null) return true;
  const ids = new Set(known.messages.map(({ id }) => id));
  return fetched.messages.some(({ id }) => ids.has(id));
}

/** Adds the next older page to a page. */
export function joinPages<C extends ChatDto>(
  newer: MessagePage<C>,
  older: MessagePage<C>,
): MessagePage<C> {
  return {
    chat: newer.chat,
    messages: [...newer.messages, ...older.messages],
    nextCursor: older.nextCursor,
  };
}

function isShown({ clearedUpTo }: ChatDto, { id }: MessageDto): boolean {
  return !clearedUpTo || id > clearedUpTo;
}

/**
 * What is known after the newest messages were fetched. What they don't reach is kept unless it was
 * cleared; what they do reach is as they say, since messages may have been read.
 */
export function withNewest<C extends ChatDto>(
  known: Thread<C> | undefined,
  fetched: MessagePage<C>,
): Thread<C> {
  const fresh = [...fetched.messages].reverse();
  const first = fresh[0];
  const isWhole = fetched.nextCursor === null || !first;
  if (isWhole || !known || !isConnected(known, fetched)) {
    return { chat: fetched.chat, messages: fresh, olderCursor: fetched.nextCursor };
  }
  const earlier = known.messages.filter(({ id }) => id < first.id);
  const kept = earlier.filter((message) => isShown(fetched.chat, message));
  const older = kept.length < earlier.length ? null : known.olderCursor;
  return {
    chat: fetched.chat,
    messages: [...kept, ...fresh],
    olderCursor: kept.length > 0 ? older : fetched.nextCursor,
  };
}

/**
 * What is known after an older page was fetched with `cursor`. A page that no longer fits is dropped, and of one
 * that fits what was cleared meanwhile.
 */
export function withOlder<C extends ChatDto>(
  known: Thread<C>,
  cursor: string,
  fetched: MessagePage<C>,
): Thread<C> {
  if (known.olderCursor !== cursor) return known;
  const shown = fetched.messages.filter((message) => isShown(known.chat, message));
  return {
    chat: known.chat,
    messages: shown.reverse().concat(known.messages),
    olderCursor: shown.length < fetched.messages.length ? null : fetched.nextCursor,
  };
}

/**
 * The id up to which the other side has read. Reading goes from the oldest on, so all earlier ones
 * are read too, also those that a screen loaded before they were.
 */
export function readUpTo(messages: MessageDto[], sender: MessageDto["sender"]): string | null {
  return messages.findLast((item) => item.sender === sender && item.readAt !== null)?.id ?? null;
}
