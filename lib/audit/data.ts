import { reading } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http/lists";
import type { OwnAuditList } from "./own-schema";
import { withoutStaffNames } from "./rules";

/** The user has the answer itself, in the chat. */
const IN_THE_CHAT = "chat.answer";

/** A page of what others did with a user's account, newest first. Answers in the chat are left out. */
export async function listAuditOfSubject(
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<OwnAuditList> {
  const rows = await reading.prisma.auditEntry.findMany({
    where: {
      subjectUserId: userId,
      action: { not: IN_THE_CHAT },
      ...(cursor === undefined ? {} : { seq: { lt: BigInt(cursor) } }),
    },
    orderBy: { seq: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ seq }) => seq.toString());
  return {
    entries: items.map((row) => ({
      id: row.seq.toString(),
      action: row.action,
      by: row.actorId === null ? ("system" as const) : ("support" as const),
      reason: row.reason,
      before: withoutStaffNames(row.before),
      after: withoutStaffNames(row.after),
      createdAt: row.at.toISOString(),
    })),
    nextCursor,
  };
}
