/** What staff should know before money leaves: none of it stops a decision, all of it is shown. */
import type { User, Withdrawal } from "@/lib/generated/prisma/client";
import { DAY_MS } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { now } from "@/lib/platform/time";
import { canonicalAddress, isValidAddress } from "@/lib/wallets/rules";
import type { WithdrawalChecks } from "./schema";

/** How long a changed credential is worth a warning. */
const RECENT_MS = 7 * DAY_MS;
/** Somebody with more paid withdrawals than this has no first one to warn of. */
const MAX_EARLIER = 200;

/** Address, history and credentials behind a withdrawal, looked at now. */
export async function withdrawalChecks(
  row: Withdrawal & { user: User },
): Promise<WithdrawalChecks> {
  const { userId, user, number, currency } = row;
  const network = row.network;
  const addressValid = isValidAddress(network, row.address);
  // Addresses are kept as they were typed; the same one can be spelt in several ways.
  const spell = (text: string) =>
    isValidAddress(network, text) ? canonicalAddress(network, text) : text;
  const address = spell(row.address);
  const [earlier, saved] = await Promise.all([
    prisma.withdrawal.findMany({
      where: { userId, status: "completed", number: { lt: number } },
      orderBy: { number: "desc" },
      take: MAX_EARLIER,
      select: { network: true, address: true },
    }),
    prisma.withdrawalAddress.findFirst({
      where: { userId, currency, network, address, deletedAt: null },
    }),
  ]);
  return {
    accountInactive: !user.isActive,
    accountFrozen: user.frozenAt !== null,
    addressValid,
    isFirst: earlier.length === 0,
    paidBefore: earlier.some((one) => one.network === network && spell(one.address) === address),
    savedAs: saved?.label ?? null,
    savedAt: saved?.createdAt.toISOString() ?? null,
    credentialChangedAt: recentChange(user)?.toISOString() ?? null,
    heldUntil: recent(user.withdrawalsHeldUntil)?.toISOString() ?? null,
    isHeld: user.withdrawalsHeldUntil !== null && user.withdrawalsHeldUntil > now(),
  };
}

const recent = (at: Date | null): Date | null =>
  at && at.getTime() > now().getTime() - RECENT_MS ? at : null;

function recentChange(user: User): Date | null {
  const changes = [user.passwordChangedAt, user.withdrawPasswordChangedAt].flatMap(
    (at) => recent(at) ?? [],
  );
  return changes.length === 0 ? null : new Date(Math.max(...changes.map(Number)));
}
