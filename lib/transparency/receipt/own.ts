/** What proves something of one's own, beside trades, whose receipts have it already. */
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/uuid";
import { readProof, type Wanted } from "./data";
import type { OwnProofKind, Proof } from "./schema";

type Parts = Record<string, Wanted>;
type Reader = (userId: string, id: string) => Promise<Parts | null>;

const when = (isThere: boolean, kind: string, ref: string): Wanted =>
  isThere ? { kind, ref } : "not_yet";
const tick = (seq: bigint | null, step: bigint, otherwise: Wanted): Wanted =>
  seq === null ? otherwise : { kind: "tick", ref: String(seq + step) };

const READERS: { readonly [Kind in OwnProofKind]: Reader } = {
  deposit: async (userId, id) => {
    const row = await prisma.deposit.findFirst({
      where: { id, userId },
      select: { processedAt: true, reversal: { select: { createdAt: true } } },
    });
    return (
      row && {
        reported: { kind: "deposit_reported", ref: id },
        ended: when(row.processedAt !== null, "deposit_ended", id),
        reversed: row.reversal ? { kind: "deposit_reversed", ref: id } : "none",
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
  signal: async (userId, id) => {
    const row = await prisma.strategySignal.findFirst({
      where: { id, run: { userId } },
      select: { tradeId: true },
    });
    if (!row) return null;
    const trade = row.tradeId
      ? await prisma.trade.findUnique({ where: { id: row.tradeId } })
      : null;
    return {
      signal: { kind: "signal", ref: id },
      settled: trade ? { kind: "trade_settled", ref: trade.id } : "not_yet",
      entryTick: tick(trade?.entryTickSeq ?? null, 0n, "not_yet"),
    };
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
