import { getUser } from "@/lib/accounts/data";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { checkPassword, stillPassword } from "@/lib/security/credentials";
import { warnUser } from "@/lib/security/notices";
import { requireCode } from "@/lib/security/two-factor";
import { refuseAddress, refuseOwnWallet } from "@/lib/wallets/addresses/refusals";
import { type Currency, canonicalAddress, isPair, type Network } from "@/lib/wallets/rules";
import {
  ADDRESS_WAIT_HOURS,
  type AddressBook,
  type AddressBookOnlyInput,
  type SaveAddressInput,
  type SavedAddress,
} from "./address-schema";

const MAX_ADDRESSES = 50;

type Row = {
  id: string;
  label: string;
  currency: Currency;
  network: Network;
  address: string;
  usableFrom: Date;
  usable: boolean;
  createdAt: Date;
};

const serialize = (row: Row): SavedAddress => ({
  ...row,
  usableFrom: row.usableFrom.toISOString(),
  createdAt: row.createdAt.toISOString(),
});

async function listRows(db: Db, userId: string, id: string | null = null): Promise<SavedAddress[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT id, label, currency, network, address, usable_from AS "usableFrom",
      usable_from <= app_now() AS usable, created_at AS "createdAt"
    FROM withdrawal_address
    WHERE user_id = ${userId}::uuid AND deleted_at IS NULL
      AND (${id}::uuid IS NULL OR id = ${id}::uuid)
    ORDER BY id DESC`;
  return rows.map(serialize);
}

/** Whether a user's withdrawals go to saved addresses only now, and when that ends if it does. */
export async function addressBookState(
  db: Db,
  userId: string,
): Promise<Pick<AddressBook, "addressBookOnly" | "addressBookOffAt">> {
  const [row] = await db.$queryRaw<{ only: boolean; offAt: Date | null }[]>`
    SELECT address_book_only AND coalesce(address_book_off_at > app_now(), true) AS only,
      address_book_off_at AS "offAt"
    FROM app_user WHERE id = ${userId}::uuid`;
  if (!row) throw new AppError("NOT_FOUND");
  return {
    addressBookOnly: row.only,
    addressBookOffAt: row.only ? (row.offAt?.toISOString() ?? null) : null,
  };
}

/** A user's saved addresses, newest first, and whether withdrawals are bound to them. */
export async function getAddressBook(userId: string): Promise<AddressBook> {
  const [addresses, state] = await Promise.all([
    listRows(prisma, userId),
    addressBookState(prisma, userId),
  ]);
  return { addresses, ...state };
}

/**
 * Saves an address and tells the owner by mail. Where withdrawals are bound to saved addresses it can be
 * used after 24 hours.
 * @throws AppError VALIDATION, CONFLICT for one that is saved already or when there are too many, NOT_FOUND for an
 * account that was erased
 */
export async function saveAddress(
  userId: string,
  input: SaveAddressInput,
  sessionId?: string,
): Promise<SavedAddress> {
  const { label, currency, network } = input;
  if (!isPair(currency, network)) {
    throw invalidField("network", text("errors.common.cantBeSentOn", { currency, network }));
  }
  refuseAddress(network, input.address);
  await refuseOwnWallet(prisma, input.address);
  const address = canonicalAddress(network, input.address);
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    const saved = await tx.withdrawalAddress.count({ where: { userId, deletedAt: null } });
    if (saved >= MAX_ADDRESSES) {
      throw new AppError("CONFLICT", {
        message: text("errors.withdrawals.atMostAddressesCanBeSaved", {
          maxAddresses: MAX_ADDRESSES,
        }),
      });
    }
    const [row] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO withdrawal_address (user_id, label, currency, network, address, usable_from, created_at)
      VALUES (${userId}::uuid, ${label}, ${currency}, ${network}, ${address},
        app_now() + make_interval(hours => ${ADDRESS_WAIT_HOURS}), app_now())
      RETURNING id`;
    const message = text("notices.withdrawals.theAddressOnWasSavedAs", {
      currency,
      address,
      network,
      label,
    });
    await warnUser(
      tx,
      userId,
      { title: text("notices.withdrawals.withdrawalAddressSaved"), message },
      { by: sessionId },
    );
    const [created] = await listRows(tx, userId, row?.id);
    if (!created) throw new Error("An inserted address is not there");
    return created;
  }).catch((error: unknown) => {
    if (!violatedUnique(error)) throw error;
    throw new AppError("CONFLICT", { message: text("errors.withdrawals.thisAddressAlreadySaved") });
  });
}

/** Removes a saved address; saved again, it waits again. @throws AppError NOT_FOUND */
export async function removeAddress(userId: string, id: string): Promise<void> {
  await transaction(async (tx) => {
    const removed = await tx.$executeRaw`
      UPDATE withdrawal_address SET deleted_at = app_now()
      WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND deleted_at IS NULL`;
    if (removed === 0) throw new AppError("NOT_FOUND");
  });
}

/**
 * Binds withdrawals to saved addresses, at once, or ends that after 24 hours. Ending it needs the
 * login password and, with two-factor on, a code; binding again takes the request back. So a thief
 * with all passwords can't pay a new address sooner than the owner could hear of it.
 * @throws AppError VALIDATION, TOTP_REQUIRED, RATE_LIMITED
 */
export async function setAddressBookOnly(
  userId: string,
  input: AddressBookOnlyInput,
  sessionId?: string,
): Promise<AddressBook> {
  if (input.addressBookOnly) await transaction((tx) => bind(tx, userId, sessionId));
  else await requestRelease(userId, input, sessionId);
  return getAddressBook(userId);
}

async function bind(tx: Tx, userId: string, sessionId?: string): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE app_user SET address_book_only = true, address_book_off_at = NULL
    WHERE id = ${userId}::uuid AND (NOT address_book_only OR address_book_off_at IS NOT NULL)`;
  if (changed === 0) return;
  const message = text("notices.withdrawals.withdrawalsNowGoOnlySavedAddresses");
  await warnUser(
    tx,
    userId,
    { title: text("notices.withdrawals.savedAddressesOnly"), message },
    { by: sessionId },
  );
}

async function requestRelease(
  userId: string,
  input: AddressBookOnlyInput,
  sessionId?: string,
): Promise<void> {
  if (!(await addressBookState(prisma, userId)).addressBookOnly) return;
  if (!input.password)
    throw invalidField("password", text("errors.withdrawals.enterYourLoginPassword"));
  const checkedHash = await checkPassword(userId, input.password, "password");
  await requireCode(await getUser(userId), input.totp);
  await transaction(async (tx) => {
    await stillPassword(tx, userId, checkedHash);
    const [row] = await tx.$queryRaw<{ at: Date }[]>`
      UPDATE app_user SET address_book_off_at = app_now() + make_interval(hours => ${ADDRESS_WAIT_HOURS})
      WHERE id = ${userId}::uuid AND address_book_only AND address_book_off_at IS NULL
      RETURNING address_book_off_at AS at`;
    if (!row) return;
    const message = text("notices.withdrawals.fromOnWithdrawalsGoAnyAddress", {
      at: formatUtc(row.at, { zone: true }),
    });
    const notice = { title: text("notices.withdrawals.savedAddressesOnlyEndsSoon"), message };
    await warnUser(tx, userId, notice, { by: sessionId });
  });
}

/**
 * Stops a withdrawal to an address that is not saved, or not for long enough, where the user asked
 * for that. The address is compared in its one spelling.
 * @throws AppError ADDRESS_NOT_SAVED, ADDRESS_NOT_USABLE_YET with the time when it is usable
 */
export async function refuseUnsavedAddress(
  db: Db,
  userId: string,
  to: { currency: Currency; network: Network; address: string },
): Promise<void> {
  if (!(await addressBookState(db, userId)).addressBookOnly) return;
  const address = canonicalAddress(to.network, to.address);
  const saved = (await listRows(db, userId)).find(
    (row) => row.currency === to.currency && row.network === to.network && row.address === address,
  );
  if (!saved) throw new AppError("ADDRESS_NOT_SAVED");
  if (saved.usable) return;
  throw new AppError("ADDRESS_NOT_USABLE_YET", {
    message: text("errors.withdrawals.thisAddressCanBeUsedFrom", {
      usableFrom: formatUtc(saved.usableFrom, { zone: true }),
    }),
    details: { usableFrom: saved.usableFrom },
  });
}
