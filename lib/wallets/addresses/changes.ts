/** The guard around every change of wallets: which addresses users are shown before and after it. */

import type { Actor } from "@/lib/audit/mutations";
import type { Wallet } from "@/lib/generated/prisma/client";
import { checkOffers } from "@/lib/ledger/approvals";
import type { Tx } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { publishEvent } from "@/lib/platform/outbox";
import { type Text, text } from "@/lib/platform/text";
import { warnStaff } from "@/lib/security/notices";
import { listWallets } from "@/lib/wallets/data";
import { namedAddress } from "@/lib/wallets/names";
import { shownWallet } from "@/lib/wallets/rules";

/** More than a site needs: every change reads them all. */
const MAX_WALLETS = 500;

/** Changes of wallets wait for each other, so that each sees what the one before it left. */
const WALLET_LOCK = 72707412;

type AddressChange = { currency: string; network: string; before: string | null; after: string };

/**
 * Runs a change of wallets. Users are never shown an address that nobody confirmed with their
 * password; whoever looks after the money is told of each address that changes.
 * @param isConfirmed the actor gave their password with the change
 * @throws AppError VALIDATION of "password" when the change needs one, CONFLICT for one wallet too many,
 *   SECOND_PERSON_NEEDED, and whatever `work` throws
 */
export async function changeWallets<T>(
  tx: Tx,
  actor: Actor,
  isConfirmed: boolean,
  work: () => Promise<T>,
): Promise<T> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${WALLET_LOCK})`;
  const before = await listWallets({ activeOnly: false }, tx);
  const result = await work();
  const after = await listWallets({ activeOnly: false }, tx);
  if (after.length > before.length && after.length > MAX_WALLETS) {
    const message = text("errors.wallets.thereWalletsAlreadyPleaseDeleteOne", {
      maxWallets: MAX_WALLETS,
    });
    throw new AppError("CONFLICT", { message });
  }
  const unconfirmed = after.filter(
    (wallet) => shownWallet(after, wallet)?.id === wallet.id && !wallet.addressConfirmed,
  );
  for (const { id, address } of unconfirmed) {
    if (!isConfirmed) {
      const message = text("errors.wallets.enterYourPasswordConfirmAddress", {
        address: namedAddress(address),
      });
      throw invalidField("password", message);
    }
    await tx.wallet.update({ where: { id }, data: { addressConfirmed: true } });
  }
  for (const change of changesBetween(before, after)) await warnFinanceStaff(tx, actor, change);
  await checkOffers(tx);
  await publishEvent(tx, { t: "wallets", u: null });
  return result;
}

/** Addresses that users are shown now and were not before, and those of reserves that changed. */
function changesBetween(before: Wallet[], after: Wallet[]): AddressChange[] {
  return after.flatMap((wallet) => {
    const { currency, network, address } = wallet;
    const isShown = shownWallet(after, wallet)?.id === wallet.id;
    const own = before.find(({ id }) => id === wallet.id);
    const old = isShown ? shownWallet(before, wallet) : own;
    const isNews = isShown
      ? old?.address !== address
      : own !== undefined && own.address !== address;
    return isNews ? [{ currency, network, before: old?.address ?? null, after: address }] : [];
  });
}

function addressChangeText(who: string, change: AddressChange): Text {
  const { currency, network, before } = change;
  const values = { who, currency, network, after: namedAddress(change.after) };
  return before === null
    ? text("notices.wallets.addressSet", values)
    : text("notices.wallets.addressChanged", { ...values, before: namedAddress(before) });
}

/** Tells everybody with rights over money. */
function warnFinanceStaff(tx: Tx, actor: Actor, change: AddressChange): Promise<void> {
  return warnStaff(tx, actor, ["*", "finance", "wallets.edit"], {
    title: text("notices.wallets.depositAddressChanged"),
    message: addressChangeText(actor.name, change),
  });
}
