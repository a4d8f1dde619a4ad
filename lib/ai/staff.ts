/** What staff may do about a user's runs: end one, for somebody who can't. */
import { lockTarget } from "@/lib/accounts/staff-target";
import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { attempt } from "@/lib/ledger/options";
import { stopStrategyRun } from "@/lib/ledger/strategies";
import { transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro } from "@/lib/platform/money";
import { getSettings } from "@/lib/settings/data";
import { loadRun } from "./loaders";
import { spotRatesOf, tellOfEnd } from "./mutations";
import type { RunDto } from "./schema";

const alreadyStopped = () =>
  new AppError("ALREADY_PROCESSED", { message: "This run is stopped already" });

/**
 * Stops a user's run as their own stop does: nothing is bought any more, the XAUT is sold at the recorded
 * price and everything returned, now or as soon as there is a fresh one. The user is told, with the reason.
 * @throws AppError FORBIDDEN for oneself, NOT_FOUND, also for another user's run, ALREADY_PROCESSED once
 *   it is stopping or has ended
 */
export async function stopUserRun(
  actor: Actor,
  userId: string,
  runId: string,
  reason: string,
): Promise<RunDto> {
  const rates = spotRatesOf(await getSettings());
  await attempt(() =>
    transaction(async (tx) => {
      await lockTarget(tx, actor, userId);
      const before = await tx.strategyRun.findFirst({ where: { id: runId, userId } });
      if (!before) throw new AppError("NOT_FOUND");
      if (before.status !== "running") throw alreadyStopped();
      // The ledger's entry names nobody: the owner did not do it. Who did stands in the audit log.
      const stopped = await stopStrategyRun(tx, runId, null, "support", rates);
      if (!stopped.changed) throw alreadyStopped();
      const after = await tellOfEnd(tx, runId, stopped, `Support stopped it. Reason: ${reason}`);
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
    }),
  );
  return loadRun(userId, runId);
}
