/** What staff may do about a user's runs: end one, for somebody who can't. */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { attempt } from "@/lib/ledger/attempt";
import { stopStrategyRun } from "@/lib/ledger/strategies";
import { transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { lockTarget } from "@/lib/staff/target";
import { loadRun } from "./loaders";
import { notifyOfEnd } from "./mutations";
import type { RunDto } from "./schema";

const ownerDecides = () =>
  new AppError("CONFLICT", {
    message: text("errors.ai.onlyOwnerCanStopRunWhile"),
  });

const alreadyStopped = () =>
  new AppError("ALREADY_PROCESSED", { message: text("errors.ai.thisRunStoppedAlready") });

/**
 * Stops the run of a user whose account is switched off as their own stop does: nothing is bought any more, the XAUT is sold at the recorded
 * price and everything returned, now or as soon as there is a fresh one. The user is told, with the reason.
 * @throws AppError FORBIDDEN for oneself, NOT_FOUND, also for another user's run, CONFLICT while the account is
 *   active, ALREADY_PROCESSED once the run is stopping or has ended
 */
export async function stopUserRun(
  actor: Actor,
  userId: string,
  runId: string,
  reason: string,
): Promise<RunDto> {
  if (isApplied()) return loadRun(userId, runId);
  await attempt(() =>
    transaction(async (tx) => {
      const owner = await lockTarget(tx, actor, userId);
      const before = await tx.strategyRun.findFirst({ where: { id: runId, userId } });
      if (!before) throw new AppError("NOT_FOUND");
      // When a run ends decides what it made: for whoever can log in, that is theirs alone to choose.
      if (owner.isActive) throw ownerDecides();
      if (before.status !== "running") throw alreadyStopped();
      // The ledger's entry names nobody: the owner did not do it. Who did stands in the audit log.
      const stopped = await stopStrategyRun(tx, runId, null, "support");
      if (!stopped.changed) throw alreadyStopped();
      // The owner's own stop may have come first, and only been finished here: the job finishes it as theirs.
      const { stopReason } = await tx.strategyRun.findUniqueOrThrow({ where: { id: runId } });
      if (stopReason !== "support") throw alreadyStopped();
      const after = await notifyOfEnd(tx, runId, stopped, {
        more: text("notices.ai.supportStopped", { reason }),
      });
      await appendAudit(tx, actor, {
        action: "strategy-run.stop",
        targetType: "strategy_run",
        targetId: runId,
        subjectUserId: userId,
        before: { status: before.status, allocated: formatMicro(before.allocatedMicro) },
        after: {
          status: after.status,
          ...(after.returnedMicro === null ? {} : { returned: formatMicro(after.returnedMicro) }),
        },
        reason,
      });
      await markApplied(tx);
    }),
  );
  return loadRun(userId, runId);
}
