import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { pageOf } from "@/lib/platform/http/lists";
import { text } from "@/lib/platform/text";
import { may } from "@/lib/sessions/permission-rules";
import type { NoteDto, NoteList } from "@/lib/staff/schema";
import { getStaffChat } from "./data";
import type { Members } from "./desk-schema";
import { lockChat } from "./mutations";
import type { MessagesQuery, StaffChatDto } from "./schema";
import { publishStatus } from "./status";

/** More members of staff than any site has. */
const MAX_MEMBERS = 500;

const author = { select: { id: true, username: true } } as const;

/** Staff who answer in the chat, by name. */
export async function listMembers(): Promise<Members> {
  const rows = await prisma.user.findMany({
    where: { isAdmin: true, isActive: true, frozenAt: null, erasedAt: null },
    orderBy: { usernameKey: "asc" },
    take: MAX_MEMBERS,
  });
  const members = rows.filter((row) => may(row, "chat.answer"));
  return { members: members.map(({ id, username }) => ({ id, username })) };
}

/**
 * Gives a conversation to a member of staff, or to nobody. It is told to staff alone.
 * @throws AppError NOT_FOUND, VALIDATION for somebody who doesn't answer in the chat
 */
export async function assignChat(
  actor: Actor,
  chatId: string,
  staffId: string | null,
): Promise<StaffChatDto> {
  const { members } = await listMembers();
  if (staffId !== null && !members.some(({ id }) => id === staffId)) {
    throw invalidField("staffId", text("errors.chat.notMember"));
  }
  await transaction(async (tx) => {
    const known = await tx.chat.count({ where: { id: chatId } });
    if (known === 0) throw new AppError("NOT_FOUND");
    // Of two at once the second one changes what the first one decided, and says so.
    const chat = await lockChat(tx, chatId);
    if (chat.assignedToId === staffId) return;
    await tx.chat.update({ where: { id: chatId }, data: { assignedToId: staffId } });
    await publishStatus(tx, { ...chat, userId: null }, chat.status);
    // Without its user as subject: people see what the log says of them.
    await appendAudit(tx, actor, {
      action: "chat.assign",
      targetType: "chat",
      targetId: chatId,
      before: { assignedToId: chat.assignedToId },
      after: { assignedToId: staffId },
    });
  });
  return getStaffChat(chatId);
}

type Row = { id: string; text: string; createdAt: Date; author: { id: string; username: string } };

const toNote = ({ id, text, createdAt, author }: Row): NoteDto => ({
  id,
  author,
  text,
  createdAt: createdAt.toISOString(),
});

/** A page of what staff noted about a conversation, newest first. */
export async function listChatNotes(
  chatId: string,
  { limit, cursor }: MessagesQuery,
): Promise<NoteList> {
  const rows = await prisma.chatNote.findMany({
    where: { chatId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    include: { author },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { notes: items.map(toNote), nextCursor };
}

/** Notes something about a conversation for other staff. Notes are never changed. @throws AppError NOT_FOUND */
export async function addChatNote(
  actor: Actor & { id: string },
  chatId: string,
  note: string,
): Promise<NoteDto> {
  const made = madeBefore();
  if (made) {
    return toNote(
      await prisma.chatNote.findUniqueOrThrow({ where: { id: made }, include: { author } }),
    );
  }
  return transaction(async (tx) => {
    const chat = await tx.chat.findUnique({ where: { id: chatId } });
    if (!chat) throw new AppError("NOT_FOUND");
    const row = await tx.chatNote.create({
      data: { chatId, authorId: actor.id, text: note },
      include: { author },
    });
    await publishStatus(tx, { ...chat, userId: null }, chat.status);
    // Neither the text, which may be personal, nor its user as subject: people see what the log says of them.
    await appendAudit(tx, actor, { action: "chat.note", targetType: "chat", targetId: chatId });
    await markApplied(tx, row.id);
    return toNote(row);
  });
}
