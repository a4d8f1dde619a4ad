/** What proves something of one's own, beside trades, whose receipts have it already. */
import type { Trade } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/uuid";
import { readProof, type Wanted } from "./data";
import type { OwnProofKind, Proof } from "./schema";

type Parts = Record<string, Wanted>;
type Reader = (userId: string, id: string) => Promise<Parts | null>;

const when = (isThere: boolean, kind: string, ref: string): Wanted =>
  isThere ? { kind, ref } : "not_yet";
const tick = (seq: bigint | null, step: bigint, otherwise: Wanted): Wanted => {
  if (seq === null) return otherwise;
  return seq + step < 1n ? "none" : { kind: "tick", ref: String(seq + step) };
};

/** A fill at one price, with the price before it. */
const fillParts = (fill: Trade | null, otherwise: Wanted): Parts => ({
  tickBeforeEntry: tick(fill?.entryTickSeq ?? null, -1n, otherwise),
  entryTick: tick(fill?.entryTickSeq ?? null, 0n, otherwise),
  settled: fill ? { kind: "trade_settled", ref: fill.id } : otherwise,
});

/** How the queue names the moment from which on a run's XAUT was to be sold; null where there was none to sell. */
async function lastStop(runId: string): Promise<string | null> {
  const [row] = await prisma.$queryRaw<{ ref: string }[]>`
    SELECT id || '/' || (to_jsonb(stop_at) #>> '{}') AS ref FROM strategy_run WHERE id = ${runId}::uuid AND stop_at IS NOT NULL`;
  return row?.ref ?? null;
}

const READERS: { readonly [Kind in OwnProofKind]: Reader } = {
  deposit: async (userId, id) => {
    const row = await prisma.deposit.findFirst({
      where: { id, userId },
      select: { processedAt: true, reversal: { select: { collectedMicro: true } } },
    });
    return (
      row && {
        reported: { kind: "deposit_reported", ref: id },
        ended: when(row.processedAt !== null, "deposit_ended", id),
        reversed: row.reversal ? { kind: "deposit_reversed", ref: id } : "none",
        collected: row.reversal?.collectedMicro
          ? { kind: "deposit_collected", ref: `${id}/${row.reversal.collectedMicro}` }
          : "none",
      }
    );
  },
  withdrawal: async (userId, id) => {
    const row = await prisma.withdrawal.findFirst({
      where: { id, userId },
      select: { approvedAt: true, processedAt: true },
    });
    if (!row) return null;
    const isOver = row.processedAt !== null;
    return {
      requested: { kind: "withdrawal_requested", ref: id },
      approved: row.approvedAt
        ? { kind: "withdrawal_approved", ref: id }
        : isOver
          ? "none"
          : "not_yet",
      ended: when(isOver, "withdrawal_ended", id),
    };
  },
  storage: async (userId, id) => {
    const row = await prisma.vaultConversion.findFirst({
      where: { id, userId },
      select: { status: true, tickSeq: true },
    });
    if (!row) return null;
    const isOver = row.status !== "pending";
    const noTick = isOver ? "none" : "not_yet";
    return {
      accepted: { kind: "conversion_accepted", ref: id },
      ended: when(isOver, "conversion_ended", id),
      entryTick: tick(row.tickSeq, 0n, noTick),
      tickBeforeEntry: tick(row.tickSeq, -1n, noTick),
    };
  },
  saving: async (userId, id) => {
    const row = await prisma.savingRecord.findFirst({
      where: { id, userId },
      select: { daysAccrued: true, closedAt: true },
    });
    return (
      row && {
        subscribed: { kind: "saving_subscribed", ref: id },
        counted: when(row.daysAccrued > 0, "saving_counted", `${id}/${row.daysAccrued}`),
        closed: when(row.closedAt !== null, "saving_closed", id),
      }
    );
  },
  order: async (userId, id) => {
    const row = await prisma.restingOrder.findFirst({
      where: { id, userId },
      select: { status: true, closedAt: true },
    });
    if (!row) return null;
    const fill = await prisma.trade.findFirst({ where: { orderId: id } });
    const isUnfilled = row.status === "cancelled" || row.status === "expired";
    const noFill = isUnfilled ? "none" : "not_yet";
    return {
      accepted: { kind: "order_accepted", ref: id },
      closed: isUnfilled ? { kind: "order_closed", ref: id } : fill ? "none" : "not_yet",
      ...fillParts(fill, noFill),
    };
  },
  signal: async (userId, id) => {
    const row = await prisma.strategySignal.findFirst({
      where: { id, run: { userId } },
      select: { tradeId: true, status: true },
    });
    if (!row) return null;
    const fill = row.tradeId ? await prisma.trade.findUnique({ where: { id: row.tradeId } }) : null;
    const noFill = row.status === "lapsed" ? "none" : "not_yet";
    return { signal: { kind: "signal", ref: id }, ...fillParts(fill, noFill) };
  },
  run: async (userId, id) => {
    const row = await prisma.strategyRun.findFirst({
      where: { id, userId },
      select: { status: true },
    });
    if (!row) return null;
    const isOver = row.status === "stopped";
    const [stop, fills, byOwnSignal] = await Promise.all([
      lastStop(id),
      prisma.trade.findMany({ where: { strategyRunId: id }, orderBy: { number: "asc" } }),
      prisma.strategySignal.findMany({
        where: { runId: id, tradeId: { not: null } },
        select: { tradeId: true },
      }),
    ]);
    const signalled = new Set(byOwnSignal.map(({ tradeId }) => tradeId));
    // What is sold at the end is sold by no signal.
    const sale = fills.find((fill) => !signalled.has(fill.id)) ?? null;
    const noSale = isOver ? "none" : "not_yet";
    const others = fills.filter((fill) => fill !== sale);
    return {
      started: { kind: "run_started", ref: id },
      ...Object.fromEntries(
        others.map((fill, n) => [`fill/${n + 1}`, { kind: "trade_settled", ref: fill.id }]),
      ),
      stopping: stop ? { kind: "run_stopping", ref: stop } : noSale,
      ...fillParts(sale, noSale),
      ended: when(isOver, "run_ended", id),
    };
  },
  referral: async (userId, id) => {
    const row = await prisma.referralEarning.findFirst({
      where: { id, referrerId: userId },
      select: { id: true },
    });
    return row && { paid: { kind: "referral_paid", ref: id } };
  },
  adjustment: async (userId, id) => {
    const row = await prisma.balanceAdjustment.findFirst({
      where: { id, userId, status: "applied" },
      select: { id: true },
    });
    return row && { adjusted: { kind: "adjusted", ref: id } };
  },
  staff: async (userId, id) => {
    const row = await prisma.auditEntry.findFirst({
      where: { seq: BigInt(id), subjectUserId: userId },
      select: { seq: true },
    });
    return row && { act: { kind: "staff", ref: id } };
  },
};

/**
 * What proves something of a person's own.
 * @throws AppError NOT_FOUND for what is not theirs
 */
export async function loadOwnProof(userId: string, kind: OwnProofKind, id: string): Promise<Proof> {
  // An entry of the audit log goes by its number, everything else by a UUID.
  const parts = (kind === "staff") === isUuid(id) ? null : await READERS[kind](userId, id);
  if (!parts) throw new AppError("NOT_FOUND");
  return readProof(parts, true);
}
