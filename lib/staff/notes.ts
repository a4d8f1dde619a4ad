import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, transaction } from "@/lib/platform/db";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { pageOf } from "@/lib/platform/http/lists";
import type { NoteDto, NoteList } from "./schema";

const author = { select: { id: true, username: true } } as const;

type Row = { id: string; text: string; createdAt: Date; author: { id: string; username: string } };

const toNote = ({ id, text, createdAt, author: { id: authorId, username } }: Row): NoteDto => ({
  id,
  author: { id: authorId, username },
  text,
  createdAt: createdAt.toISOString(),
});

/** A page of what staff noted about a user, newest first. */
export async function listNotes(
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<NoteList> {
  const rows = await prisma.userNote.findMany({
    where: { userId, ...(cursor === undefined ? {} : { id: { lt: cursor } }) },
    include: { author },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return { notes: items.map(toNote), nextCursor };
}

/** Notes something about a user for other staff. Notes are never changed. @throws AppError NOT_FOUND */
export async function addNote(
  actor: Actor & { id: string },
  userId: string,
  text: string,
): Promise<NoteDto> {
  const made = madeBefore();
  if (made) {
    return toNote(
      await prisma.userNote.findUniqueOrThrow({ where: { id: made }, include: { author } }),
    );
  }
  return transaction(async (tx) => {
    const row = await tx.userNote.create({
      data: { userId, authorId: actor.id, text },
      include: { author },
    });
    // Not the text: it may be personal, and the audit log can't forget.
    await appendAudit(tx, actor, { action: "user.note", targetType: "user", targetId: userId });
    await markApplied(tx, row.id);
    return toNote(row);
  });
}
