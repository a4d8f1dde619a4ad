import type { Chat, ChatMessage } from "@/lib/generated/prisma/client";
import { type Db, type Prisma, prisma, sql } from "@/lib/platform/db";
import { liveCounts } from "@/lib/platform/db/live-counts";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { ownerSearch } from "@/lib/user-search/owners";
import { MIN_REPLIES } from "./hours/rules";
import type {
  ChatDto,
  ChatStats,
  MessagesQuery,
  MyChatResponse,
  StaffChatDto,
  StaffChatResponse,
  StaffChatsQuery,
  StaffChatsResponse,
} from "./schema";
import {
  type ChatWithPeople,
  type Side,
  serializeChat,
  serializeMessage,
  serializeStaffChat,
} from "./serializers";
import { readReference } from "./visitor-rules";

/** A user's conversation; it begins to exist when somebody first asks for it. */
export async function conversationOf(db: Db, userId: string): Promise<Chat> {
  const known = await db.chat.findUnique({ where: { userId } });
  if (known) return known;
  await db.chat.createMany({ data: [{ userId }], skipDuplicates: true });
  return db.chat.findUniqueOrThrow({ where: { userId } });
}

/** How many of support's messages a user has not read. */
export async function countUnreadChat(userId: string): Promise<number> {
  const chat = await prisma.chat.findUnique({ where: { userId }, select: { userUnread: true } });
  return chat?.userUnread ?? 0;
}

type Page = { items: ChatMessage[]; nextCursor: string | null };

/** Messages that were not cleared, newest first. Ids are made in order under the chat's lock. */
async function listMessages(chat: Chat, { limit, cursor }: MessagesQuery): Promise<Page> {
  const rows = await prisma.chatMessage.findMany({
    where: {
      chatId: chat.id,
      id: {
        ...(cursor ? { lt: cursor } : {}),
        ...(chat.clearedBeforeId ? { gt: chat.clearedBeforeId } : {}),
      },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return pageOf(rows, limit, (row) => row.id);
}

const messagesOf = (page: Page, viewer: Side) => ({
  messages: page.items.map((row) => serializeMessage(row, viewer)),
  nextCursor: page.nextCursor,
});

/** A user's own conversation with a page of its messages, newest first. */
export async function getMyChat(userId: string, query: MessagesQuery): Promise<MyChatResponse> {
  const chat = await conversationOf(prisma, userId);
  return {
    chat: await chatOf(prisma, chat, "user"),
    ...messagesOf(await listMessages(chat, query), "user"),
  };
}

/** A conversation as one side sees it. */
export async function chatOf(db: Db, chat: Chat, viewer: Side): Promise<ChatDto> {
  const newest = await db.chatRating.findFirst({
    where: { chatId: chat.id },
    orderBy: { closedAt: "desc" },
  });
  return serializeChat(chat, viewer, newest);
}

const people = {
  user: true,
  assignedTo: true,
  labels: { include: { label: true }, orderBy: { label: { nameKey: "asc" } } },
  // What waits is what its user said.
  messages: { where: { sender: { not: "automatic" } }, orderBy: { id: "desc" }, take: 1 },
  ratings: { orderBy: { closedAt: "desc" }, take: 1 },
} as const satisfies Prisma.ChatInclude;

/** One conversation for staff. @throws AppError NOT_FOUND */
export async function getStaffChat(id: string): Promise<StaffChatDto> {
  return serializeStaffChat(await findWithPeople(id));
}

async function findWithPeople(id: string): Promise<ChatWithPeople> {
  const chat = await prisma.chat.findUnique({ where: { id }, include: people });
  if (!chat) throw new AppError("NOT_FOUND");
  return chat;
}

/** One conversation for staff with a page of its messages, newest first. @throws AppError NOT_FOUND */
export async function readStaffChat(id: string, query: MessagesQuery): Promise<StaffChatResponse> {
  const chat = await findWithPeople(id);
  return {
    chat: serializeStaffChat(chat),
    ...messagesOf(await listMessages(chat, query), "support"),
  };
}

/** The time in milliseconds and the id that a cursor stands for; in the queue behind "w" or "r". */
function placeOf(cursor: string): { at: Date; id: string } {
  const [time = "", id = ""] = cursor.replace(/^[wr]/, "").split("_");
  return { at: new Date(Number(time)), id };
}

/** What comes after a cursor, by the newest message. Of the bounds only the first is one that an index can start from. */
function olderThan(cursor: string): Prisma.ChatWhereInput {
  const { at, id } = placeOf(cursor);
  return { lastMessageAt: { lte: at }, OR: [{ lastMessageAt: { lt: at } }, { id: { lt: id } }] };
}

/** What comes after a cursor among those that wait, the oldest first. */
function waitingAfter(cursor: string): Prisma.ChatWhereInput {
  const { at, id } = placeOf(cursor);
  return { waitingSince: { gte: at }, OR: [{ waitingSince: { gt: at } }, { id: { gt: id } }] };
}

const newestFirst = [{ lastMessageAt: "desc" }, { id: "desc" }] as const;
const oldestWaitingFirst = [{ waitingSince: "asc" }, { id: "asc" }] as const;
const cursorOf = (at: Date | null, { id }: Chat) => `${at?.getTime() ?? 0}_${id}`;

type Order = typeof newestFirst | typeof oldestWaitingFirst;
type Find = (where: Prisma.ChatWhereInput, order: Order, take: number) => Promise<ChatWithPeople[]>;
type ListQuery = Pick<StaffChatsQuery, "limit" | "cursor">;

/**
 * Those that need a reply, the one that waits longest first, then all others by their newest message. Cursors are "w…"
 * within the first part and "r…" within the second.
 */
async function queuePage({ limit, cursor }: ListQuery, find: Find) {
  const take = limit + 1;
  const isPast = cursor?.startsWith("r") ?? false;
  const after = cursor && !isPast ? waitingAfter(cursor) : {};
  const waiting = isPast
    ? []
    : await find({ AND: [{ waitingSince: { not: null } }, after] }, oldestWaitingFirst, take);
  const left = take - waiting.length;
  const rest: Prisma.ChatWhereInput = {
    AND: [{ waitingSince: null }, cursor && isPast ? olderThan(cursor) : {}],
  };
  return pageOf(
    left > 0 ? [...waiting, ...(await find(rest, newestFirst, left))] : waiting,
    limit,
    (row) =>
      row.waitingSince
        ? `w${cursorOf(row.waitingSince, row)}`
        : `r${cursorOf(row.lastMessageAt, row)}`,
  );
}

async function newestPage({ limit, cursor }: ListQuery, find: Find) {
  const rows = await find(cursor ? olderThan(cursor) : {}, newestFirst, limit + 1);
  return pageOf(rows, limit, (row) => cursorOf(row.lastMessageAt, row));
}

/** A visitor found by their whole address or reference: there are no parts of them to look through. */
const MAX_VISITS = 64;

/** Conversations of the users that a search means, or of the visitor. */
async function whoseSearch(search: string): Promise<Prisma.ChatWhereInput> {
  const [owners, visits] = await Promise.all([
    ownerSearch(search),
    prisma.chat.findMany({
      where: {
        OR: [
          { visitorEmail: search.toLowerCase() },
          { visitorReference: readReference(search) ?? search },
        ],
      },
      orderBy: { id: "desc" },
      take: MAX_VISITS,
      select: { id: true },
    }),
  ]);
  if (visits.length === 0) return owners;
  return { OR: [owners, { id: { in: visits.map(({ id }) => id) } }] };
}

/**
 * Conversations in which something was said, the newest message first; in the order "queue" those that need a
 * reply before all others. A search is any part of a username or email address, or a visitor's
 * address or reference.
 * @param staffId whose are those that are given to "me"
 * @throws AppError VALIDATION when too many people match the search
 */
export async function listChats(
  query: StaffChatsQuery,
  staffId: string,
): Promise<StaffChatsResponse> {
  const { status, search, order, needsReply, assigned, label } = query;
  const own: Prisma.ChatWhereInput[] = [
    { lastMessageAt: { not: null }, ...(status ? { status } : {}) },
    needsReply === undefined ? {} : { waitingSince: needsReply ? { not: null } : null },
    assigned ? { assignedToId: assigned === "me" ? staffId : null } : {},
    label ? { labels: { some: { labelId: label } } } : {},
    search ? await whoseSearch(search) : {},
  ];
  const find: Find = (where, order, take) =>
    prisma.chat.findMany({
      where: { AND: [...own, where] },
      orderBy: [...order],
      take,
      include: people,
    });
  const page = await (order === "queue" ? queuePage : newestPage)(query, find);
  return { chats: page.items.map(serializeStaffChat), nextCursor: page.nextCursor };
}

/** How many of the newest first replies are looked at. */
const REPLIES_MEASURED = 500;

type FirstReplies = { count: number; average: number | null; median: number | null };

/**
 * How long first replies took, in seconds: of the newest 500 conversations that have one and began within 30 days; an
 * answer before the user's first message is none, and neither is an automatic one.
 */
async function firstReplies(): Promise<FirstReplies> {
  const [row] = await sql<FirstReplies[]>`
    SELECT count(*)::int AS count, round(avg(seconds))::int AS average,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int AS median
    FROM (
      SELECT extract(epoch FROM reply.at - asked.at) AS seconds FROM chat c CROSS JOIN LATERAL (
        SELECT m.created_at AS at FROM chat_message m WHERE m.chat_id = c.id AND m.sender = 'user' ORDER BY m.id LIMIT 1
      ) AS asked CROSS JOIN LATERAL (
        SELECT r.created_at AS at FROM chat_message r
        WHERE r.chat_id = c.id AND r.sender = 'support' AND r.created_at >= asked.at ORDER BY r.id LIMIT 1
      ) AS reply
      WHERE c.last_message_at IS NOT NULL AND c.created_at > (SELECT app_now() - interval '30 days')
      ORDER BY c.created_at DESC LIMIT ${REPLIES_MEASURED}
    ) AS conversation`;
  return row ?? { count: 0, average: null, median: null };
}

/** The median of first replies in seconds; null where there are too few to say anything. */
export async function usualFirstReply(): Promise<number | null> {
  const { count, median } = await firstReplies();
  return count < MIN_REPLIES ? null : median;
}

/** The support's work in numbers. */
export async function getChatStats(): Promise<ChatStats> {
  const [counts, replies, [ratings]] = await Promise.all([
    liveCounts(["chat.open", "chat.closed", "chat.unread", "chat.waiting"]),
    firstReplies(),
    sql<ChatStats["ratings"][]>`
      SELECT (count(*) FILTER (WHERE is_good))::int AS good, count(*)::int AS total
      FROM chat_rating WHERE rated_at > app_now() - interval '30 days'`,
  ]);
  return {
    open: counts["chat.open"],
    closed: counts["chat.closed"],
    unread: counts["chat.unread"],
    needsReply: counts["chat.waiting"],
    averageFirstReplySeconds: replies.average,
    medianFirstReplySeconds: replies.median,
    ratings: ratings ?? { good: 0, total: 0 },
  };
}

/** Whether a file is the image of a message that was cleared: it is kept, but shown to nobody. */
export async function isClearedImage(fileId: string): Promise<boolean> {
  const message = await prisma.chatMessage.findUnique({
    where: { imageFileId: fileId },
    include: { chat: true },
  });
  const cleared = message?.chat.clearedBeforeId ?? null;
  return message !== null && cleared !== null && message.id <= cleared;
}
