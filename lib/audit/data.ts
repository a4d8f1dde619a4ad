import { reading } from "@/lib/platform/db";
import { pageOf } from "@/lib/platform/http/lists";
import type { OwnAuditList } from "./own-schema";
import { withoutStaffNames } from "./rules";

/** As account_freeze() and account_unfreeze() write it. */
const OWNER_NAME = "owner";

/** The user has the answer itself, in the chat. */
const IN_THE_CHAT = "chat.answer";

/** Who acted. What its owner did that nobody has to be logged in for is theirs by name only. */
function whoDid({ actorId, actorName }: { actorId: string | null; actorName: string }) {
  if (actorId !== null) return "support" as const;
  return actorName === OWNER_NAME ? ("owner" as const) : ("system" as const);
}

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
      by: whoDid(row),
      reason: row.reason,
      before: withoutStaffNames(row.before),
      after: withoutStaffNames(row.after),
      createdAt: row.at.toISOString(),
    })),
    nextCursor,
  };
}
