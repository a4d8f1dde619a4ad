import { onAccount, prisma, sql, transaction } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { publishEvent } from "@/lib/platform/outbox";
import { attempt } from "./attempt";

/** What a user practises with, in micro-USDT. */
export const PRACTICE_START_MICRO = 10_000_000_000n;

/** Users whose practice side is known to be open. */
const opened = new Set<string>();
const MAX_KNOWN = 10_000;

/**
 * Opens a user's practice side where it is not open yet: their accounts there, and 10,000 USDT of play money. May be
 * repeated.
 */
export async function openPractice(userId: string): Promise<void> {
  if (opened.has(userId)) return;
  await onAccount("practice", () => attempt(() => sql`SELECT open_practice(${userId})`));
  if (opened.size >= MAX_KNOWN) opened.clear();
  opened.add(userId);
}

/**
 * Sets a user's practice balance back to 10,000 USDT and no XAUT. On the practice side only.
 * @param key of the event: repeated, it changes nothing
 * @throws AppError PRACTICE_IN_USE while an option, a trade, an order or a strategy run is open there
 */
export async function resetPracticeBalance(userId: string, key: string): Promise<void> {
  await attempt(() =>
    transaction(async (tx) => {
      await tx.$queryRaw`SELECT reset_practice(${`practice-reset:${key}`}, ${userId}::uuid)::text`.catch(
        (error: unknown) => {
          throw toAppError(error);
        },
      );
      await publishEvent(tx, { t: "balance", u: userId });
    }),
  );
}

/** Whether anything but a strategy run is open on the practice side, of anybody. */
export async function isPracticeBusy(): Promise<boolean> {
  const rows = await onAccount(
    "practice",
    async () => sql`
      (SELECT 1 FROM trade WHERE status = 'open' ORDER BY user_id, id LIMIT 1)
      UNION ALL (SELECT 1 FROM trade WHERE status = 'pending' LIMIT 1)
      UNION ALL (SELECT 1 FROM resting_order WHERE status = 'open' LIMIT 1)`,
  );
  return rows.length > 0;
}

/** Whether anything ever moved on the practice side. */
export async function hasPractised(): Promise<boolean> {
  const row = await onAccount("practice", async () =>
    prisma.ledgerJournal.findFirst({ select: { id: true } }),
  );
  return row !== null;
}
