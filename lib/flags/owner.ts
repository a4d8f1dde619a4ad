import type { Deposit, Withdrawal } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { bookedIn } from "@/lib/wallets/names";
import { formatCoin } from "@/lib/wallets/rules";
import type { OwnerFacts } from "./schema";

const EARLIER = 5;
const NOTES = 3;

type Earlier = OwnerFacts["earlier"][number];

const earlierOf = (row: Deposit | Withdrawal, amount: string, currency: string): Earlier => ({
  id: row.id,
  number: row.number.toString(),
  amount,
  currency,
  network: row.network,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
  adminNotes: row.adminNotes,
});

const before = (userId: string, number: bigint) => ({
  where: { userId, number: { lt: number } },
  orderBy: { number: "desc" } as const,
  take: EARLIER,
});

async function factsOf(userId: string): Promise<Omit<OwnerFacts, "earlier">> {
  const [user, totals, notes] = await Promise.all([
    prisma.user.findUniqueOrThrow({ where: { id: userId } }),
    prisma.$queryRaw<Record<"inUsdt" | "inXaut" | "outUsdt" | "outXaut", bigint>[]>`
      SELECT coalesce(sum(d.credited_micro) FILTER (WHERE d.currency <> 'XAUT'), 0)::bigint AS "inUsdt",
        coalesce(sum(d.credited_micro) FILTER (WHERE d.currency = 'XAUT'), 0)::bigint AS "inXaut",
        (SELECT coalesce(sum(w.amount_micro), 0) FROM withdrawal w
         WHERE w.user_id = ${userId}::uuid AND w.status = 'completed' AND w.currency <> 'XAUT')::bigint AS "outUsdt",
        (SELECT coalesce(sum(w.amount_micro), 0) FROM withdrawal w
         WHERE w.user_id = ${userId}::uuid AND w.status = 'completed' AND w.currency = 'XAUT')::bigint AS "outXaut"
      FROM deposit d WHERE d.user_id = ${userId}::uuid AND d.status = 'completed'`,
    prisma.userNote.findMany({
      where: { userId },
      include: { author: { select: { username: true } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: NOTES,
    }),
  ]);
  const sums = totals[0] ?? { inUsdt: 0n, inXaut: 0n, outUsdt: 0n, outXaut: 0n };
  return {
    memberSince: user.createdAt.toISOString(),
    emailVerified: user.emailVerifiedAt !== null,
    deposited: { USDT: formatMicro(sums.inUsdt), XAUT: formatMicro(sums.inXaut) },
    withdrawn: { USDT: formatMicro(sums.outUsdt), XAUT: formatMicro(sums.outXaut) },
    notes: notes.map(({ id, text, author, createdAt }) => ({
      id,
      text,
      author: author.username,
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** Who reported a deposit: since when, what came and went before, and what staff noted. */
export async function depositOwner({ userId, number }: Deposit): Promise<OwnerFacts> {
  const [facts, rows] = await Promise.all([
    factsOf(userId),
    prisma.deposit.findMany(before(userId, number)),
  ]);
  const earlier = rows.map((row) =>
    earlierOf(row, formatCoin(row.amountE8, row.currency), row.currency),
  );
  return { ...facts, earlier };
}

/** Who asked for a withdrawal, as `depositOwner`. */
export async function withdrawalOwner({ userId, number }: Withdrawal): Promise<OwnerFacts> {
  const [facts, rows] = await Promise.all([
    factsOf(userId),
    prisma.withdrawal.findMany(before(userId, number)),
  ]);
  const earlier = rows.map((row) =>
    earlierOf(row, formatMicro(row.amountMicro), bookedIn(row.currency)),
  );
  return { ...facts, earlier };
}
