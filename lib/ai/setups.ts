/** Proposals: staff suggest a strategy, the user accepts or declines. */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { TradeSetup } from "@/lib/generated/prisma/client";
import { attempt } from "@/lib/ledger/attempt";
import { balancesOf } from "@/lib/ledger/data";
import type { StartedRun } from "@/lib/ledger/strategies";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { isApplied, madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { getTradingRules } from "@/lib/trading/data";
import type { Trader } from "@/lib/trading/mutations";
import { withRangeDetails } from "@/lib/trading/range";
import { strategyOf } from "@/lib/trading/strategies/registry";
import { logForAnswer } from "@/lib/transparency/state";
import { getSetup, type SetupRow } from "./data";
import { loadRun } from "./loaders";
import { type Plan, readPlan, startIn, usdt } from "./mutations";
import type { AcceptSetupResponse, ChangeSetupInput, ProposeSetupInput, SetupDto } from "./schema";
import { toSetup } from "./serializers";

const describe = (row: Pick<TradeSetup, "strategy" | "amountMicro">) =>
  text("notices.ai.strategyWithAmount", {
    strategy: strategyOf(row.strategy).name,
    amount: usdt(row.amountMicro),
  });

const columnsOf = ({ strategy, params, amountMicro }: Plan) => ({
  strategy: strategy.id,
  params,
  amountMicro,
});

/** Not the note: it may be personal, and the audit log can't forget. */
const auditOf = (row: TradeSetup) => ({
  strategy: row.strategy,
  params: row.params,
  amount: formatMicro(row.amountMicro),
  status: row.status,
});

async function tell(tx: Tx, row: TradeSetup, title: Text, message: Text): Promise<void> {
  await sendNotification(tx, { userId: row.userId, type: "ai", title, message });
  await publishEvent(tx, { t: "setup", u: row.userId, id: row.id, status: row.status });
}

/**
 * Proposes a strategy to a user. It does nothing until the user accepts it.
 * @throws AppError NOT_FOUND for nobody, VALIDATION
 */
export async function proposeSetup(
  actor: Actor & { id: string },
  userId: string,
  input: ProposeSetupInput,
): Promise<SetupDto> {
  const made = madeBefore();
  if (made) return toSetup(await getSetup(made, null));
  const plan = readPlan(input);
  await checkAcceptable(userId, plan);
  const id = await transaction(async (tx) => {
    const row = await tx.tradeSetup.create({
      data: { userId, createdById: actor.id, note: input.note || null, ...columnsOf(plan) },
    });
    await tell(
      tx,
      row,
      text("notices.ai.strategyProposed"),
      text("notices.ai.supportProposesNothingHappensUnlessYou", { what: describe(row) }),
    );
    await appendAudit(tx, actor, {
      action: "trade-setup.propose",
      targetType: "trade_setup",
      targetId: row.id,
      subjectUserId: userId,
      after: auditOf(row),
    });
    await markApplied(tx, row.id);
    return row.id;
  });
  return toSetup(await getSetup(id, null));
}

/** A proposal that its user could only be refused is none. @throws AppError NOT_FOUND for nobody, VALIDATION */
async function checkAcceptable(userId: string, { amountMicro }: Plan): Promise<void> {
  const user = await prisma.user.findFirst({ where: { id: userId, erasedAt: null } });
  if (!user) throw new AppError("NOT_FOUND");
  const { limits } = await getTradingRules(userId, user.countryIso);
  const { enabled, minMicro, maxMicro } = limits.ai;
  if (!enabled) throw invalidField("strategy", text("errors.ai.aiTradingSwitchedOffForAccount"));
  if (amountMicro < minMicro || amountMicro > maxMicro) {
    throw invalidField(
      "amount",
      text("errors.ai.thisAccountAllocate", { minMicro: usdt(minMicro), maxMicro: usdt(maxMicro) }),
    );
  }
}

/** Why a proposal can't be changed or decided any more. */
function decided({ status }: TradeSetup): AppError {
  return new AppError("ALREADY_PROCESSED", {
    message: text(`errors.ai.proposalDecided.${status as SetupDto["status"]}`),
    details: { status },
  });
}

/** @throws AppError ALREADY_PROCESSED, CONFLICT when it is not what the caller saw, where they say what */
function checkOpen(row: TradeSetup, seenUpdatedAt?: string): void {
  if (row.status !== "proposed") throw decided(row);
  if (seenUpdatedAt !== undefined && row.updatedAt.getTime() !== Date.parse(seenUpdatedAt)) {
    throw new AppError("CONFLICT");
  }
}

/** Why a guarded step found nothing to do: somebody was faster. */
const outrun = (current: TradeSetup) =>
  current.status === "proposed" ? new AppError("CONFLICT") : decided(current);

/** One guarded step of staff, with its audit entry. Of several at once, one succeeds. */
async function moveByStaff(
  tx: Tx,
  actor: Actor,
  row: TradeSetup,
  action: "change" | "withdraw",
  data: Partial<Pick<TradeSetup, "strategy" | "amountMicro" | "note" | "status" | "decidedAt">> & {
    params?: Plan["params"];
  },
): Promise<TradeSetup> {
  const { count } = await tx.tradeSetup.updateMany({
    where: { id: row.id, status: "proposed", updatedAt: row.updatedAt },
    data: { ...data, updatedAt: now() },
  });
  const after = await tx.tradeSetup.findUniqueOrThrow({ where: { id: row.id } });
  if (count === 0) throw outrun(after);
  await appendAudit(tx, actor, {
    action: `trade-setup.${action}`,
    targetType: "trade_setup",
    targetId: row.id,
    subjectUserId: row.userId,
    before: auditOf(row),
    after: auditOf(after),
  });
  return after;
}

/**
 * Changes a proposal that is not decided yet. Parameters of another strategy start from its defaults.
 * @throws AppError NOT_FOUND, VALIDATION, ALREADY_PROCESSED, CONFLICT when it is newer than what the caller saw
 */
export async function changeSetup(
  actor: Actor,
  id: string,
  input: ChangeSetupInput,
): Promise<SetupDto> {
  const row = await getSetup(id, null);
  checkOpen(row, input.updatedAt);
  const strategy = input.strategy ?? row.strategy;
  const kept = strategy === row.strategy ? row.params : undefined;
  const plan = readPlan({
    strategy,
    params: input.params ?? kept,
    amount: input.amount ?? formatMicro(row.amountMicro),
  });
  // A note may be changed whatever was limited since.
  if (input.strategy ?? input.params ?? input.amount) await checkAcceptable(row.userId, plan);
  const note = input.note === undefined ? {} : { note: input.note || null };
  await transaction(async (tx) => {
    const after = await moveByStaff(tx, actor, row, "change", { ...columnsOf(plan), ...note });
    await tell(
      tx,
      after,
      text("notices.ai.proposalChanged"),
      text("notices.ai.supportNowProposes", { what: describe(after) }),
    );
  });
  return toSetup(await getSetup(id, null));
}

/** Takes a proposal back that is not decided yet. @throws AppError NOT_FOUND, ALREADY_PROCESSED, CONFLICT */
export async function withdrawSetup(actor: Actor, id: string): Promise<SetupDto> {
  const row = await getSetup(id, null);
  await transaction(async (tx) => {
    const data = { status: "withdrawn" as const, decidedAt: now() };
    const after = await moveByStaff(tx, actor, row, "withdraw", data);
    await tell(
      tx,
      after,
      text("notices.ai.proposalWithdrawn"),
      text("notices.ai.supportWithdrew", { what: describe(after) }),
    );
  });
  return toSetup(await getSetup(id, null));
}

/** One guarded step of its owner. @throws AppError ALREADY_PROCESSED, CONFLICT when it changed meanwhile */
async function decide(tx: Tx, row: TradeSetup, status: "accepted" | "declined"): Promise<void> {
  const { count } = await tx.tradeSetup.updateMany({
    where: { id: row.id, status: "proposed", updatedAt: row.updatedAt },
    data: { status, decidedAt: now() },
  });
  if (count === 1) {
    await publishEvent(tx, { t: "setup", u: row.userId, id: row.id, status });
    return;
  }
  const current = await tx.tradeSetup.findUniqueOrThrow({ where: { id: row.id } });
  throw outrun(current);
}

/**
 * Starts exactly what was proposed, under the same rules as a run of one's own.
 * @param seenUpdatedAt the state that the user saw, when they say so
 * @throws AppError NOT_FOUND, ALREADY_PROCESSED, CONFLICT and everything that startRun() throws
 */
export async function acceptSetup(
  trader: Trader,
  id: string,
  seenUpdatedAt: string | undefined,
): Promise<AcceptSetupResponse> {
  const row = await getSetup(id, trader.userId);
  if (isApplied()) {
    const { USDT } = await balancesOf(trader.userId);
    return answerOf(row, USDT.available);
  }
  checkOpen(row, seenUpdatedAt);
  const { strategy, params, amountMicro } = row;
  const plan = readPlan({ strategy, params, amount: formatMicro(amountMicro) });
  const start: Promise<StartedRun> = attempt(() =>
    transaction(async (tx) => {
      await markApplied(tx);
      await decide(tx, row, "accepted");
      return startIn(tx, trader, plan, `ai-setup:${id}`, id);
    }),
  );
  const { availableMicro } = await withRangeDetails("ai", trader.userId, start);
  return answerOf(await getSetup(id, trader.userId), availableMicro);
}

/** What a proposal that was accepted came to. */
async function answerOf(row: SetupRow, availableMicro: bigint): Promise<AcceptSetupResponse> {
  if (!row.strategyRun) throw new Error("An accepted proposal has no run");
  const run = await loadRun(row.userId, row.strategyRun.id);
  const log = logForAnswer(row.userId, row.id);
  return { run, setup: toSetup(row), available: formatMicro(availableMicro), log };
}

/** Declines a proposal. @throws AppError NOT_FOUND, ALREADY_PROCESSED, CONFLICT */
export async function declineSetup(userId: string, id: string): Promise<SetupDto> {
  const row = await getSetup(id, userId);
  if (isApplied()) return toSetup(row);
  checkOpen(row);
  await transaction(async (tx) => {
    await markApplied(tx);
    await decide(tx, row, "declined");
  });
  return toSetup(await getSetup(id, userId));
}
