import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { transaction } from "@/lib/platform/db";

const VIEW = "deposit.view-proof";

/**
 * Appends to the audit log that staff look at a picture, where it is the proof of a deposit. Who decides on a
 * deposit opens it again and again: within ten minutes that is one view.
 */
export async function recordProofView(
  actor: Actor & { id: string },
  fileId: string,
): Promise<void> {
  await transaction(async (tx) => {
    const deposit = await tx.deposit.findUnique({
      where: { proofFileId: fileId },
      select: { id: true, userId: true },
    });
    if (!deposit) return;
    // Requests at the same moment are one view too.
    await tx.$executeRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`${VIEW} ${actor.id} ${deposit.id}`}, 0))`;
    const seen = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM audit_entry
      WHERE actor_id = ${actor.id}::uuid AND action = ${VIEW} AND target_id = ${deposit.id}
        AND at > app_now() - interval '10 minutes'
      LIMIT 1`;
    if (seen.length > 0) return;
    await appendAudit(tx, actor, {
      action: VIEW,
      targetType: "deposit",
      targetId: deposit.id,
      subjectUserId: deposit.userId,
    });
  });
}
