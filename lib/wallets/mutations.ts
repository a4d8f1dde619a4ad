import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Wallet } from "@/lib/generated/prisma/client";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { type FileTarget, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { stillPassword } from "@/lib/security/credentials";
import { checkProof } from "@/lib/security/two-factor";
import { changeWallets } from "./addresses/changes";
import { checkQrImage } from "./addresses/qr-image";
import { refuseAddress } from "./addresses/refusals";
import { getWallet } from "./data";
import { isBurnAddress, ownLabel } from "./names";
import { type Currency, canonicalAddress, isPair, isValidAddress, type Network } from "./rules";
import type { CreateWalletInput, DeleteWalletInput, UpdateWalletInput } from "./schema";

type Staff = Actor & {
  id: string;
  /** The password of their login counts as given for the address that they name. */
  hasJustSignedIn: boolean;
};

const QR_IMAGE: FileTarget = {
  ownerId: null,
  visibility: "public",
  purpose: "wallet-qr",
  field: "qrImage",
};

/**
 * @param isNew whether nobody has looked at the address there; a demo's own stay where they are
 * @throws AppError VALIDATION for a pair that does not exist, an address that is not of its network, one that nobody
 * can spend from
 */
function checkPlace(
  { currency, network, address }: { currency: Currency; network: Network; address: string },
  isNew: boolean,
): void {
  if (!isPair(currency, network)) {
    throw invalidField("network", text("errors.common.cantBeSentOn", { currency, network }));
  }
  if (isNew || env.REAL_MONEY) refuseAddress(network, address);
}

function toMinDeposit(typed: string): bigint {
  const micro = parseMicro(typed);
  if (micro === null) throw invalidField("minDeposit", text("errors.wallets.atMost6Decimals"));
  return micro;
}

const auditView = (row: Wallet) => ({
  currency: row.currency,
  network: row.network,
  address: row.address,
  label: row.label,
  minDeposit: formatMicro(row.minDepositMicro),
  isActive: row.isActive,
  qrFileId: row.qrFileId,
});

type Place = { network: Network; address: string };
type Qr = { qrFileId: string; qrMatches: boolean };
/** What a colleague approved: with which image, and what records it in the same transaction. */
type Approved = { qr: Qr | null; first: (tx: Tx) => Promise<void> };

/** Keeps the QR image of an address that waits for a second person. @throws AppError as createWallet */
export function keepQrImage(upload: Upload | undefined, place: Place): Promise<Qr | null> {
  return withQrImage(upload, place, async (_tx, qr) => qr);
}

/**
 * Stores the QR image, if there is one, and runs `work` with it.
 * @throws AppError VALIDATION for another address in it, CONFLICT for an address that is in the list already
 */
async function withQrImage<T>(
  upload: Upload | undefined,
  { network, address }: Place,
  work: (tx: Tx, qr: Qr | null) => Promise<T>,
): Promise<T> {
  try {
    if (!upload) return await transaction((tx) => work(tx, null));
    const check = await checkQrImage(upload, QR_IMAGE.field, network, address);
    if (check.verdict === "other") {
      throw invalidField(
        QR_IMAGE.field,
        text("errors.wallets.thisQrCodeHoldsAnotherText", { text: check.text }),
      );
    }
    const qrMatches = check.verdict === "matches";
    return await storeImage(upload, QR_IMAGE, (tx, qrFileId) => work(tx, { qrFileId, qrMatches }));
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    const message = text("errors.wallets.thisAddressAlreadyInList");
    throw new AppError("CONFLICT", { message, errors: { address: [message] }, cause: error });
  }
}

/**
 * The hash that the actor's password was compared with, or null where they gave none.
 * @throws AppError VALIDATION for a wrong password or code, TOTP_REQUIRED, RATE_LIMITED
 */
async function proofOf(
  actor: Staff,
  { password, totp }: { password?: string; totp?: string },
): Promise<string | null> {
  return password === undefined ? null : checkProof(actor.id, { password, totp });
}

/** Runs a change of wallets with the actor's password, if it is still the one that was compared, or as approved. */
async function change<T>(
  tx: Tx,
  actor: Staff,
  checkedHash: string | null,
  work: () => Promise<T>,
  approved?: Approved,
): Promise<T> {
  await approved?.first(tx);
  return changeWallets(tx, actor, checkedHash !== null || approved !== undefined, async () => {
    if (checkedHash !== null) await stillPassword(tx, actor.id, checkedHash);
    return work();
  });
}

/**
 * Adds a deposit address. Where users would be shown it at once, the actor has to confirm it.
 * @throws AppError VALIDATION, CONFLICT for an address that is in the list already, UNSUPPORTED_MEDIA_TYPE,
 * TOTP_REQUIRED, RATE_LIMITED, UNAUTHORIZED when the actor's password was replaced meanwhile, SECOND_PERSON_NEEDED
 */
export async function createWallet(
  actor: Staff,
  input: CreateWalletInput,
  qrImage?: Upload,
  approved?: Approved & { id: string },
): Promise<Wallet> {
  const made = madeBefore();
  if (made) return prisma.wallet.findUniqueOrThrow({ where: { id: made } });
  const { minDeposit, password, totp, ...fields } = input;
  checkPlace(input, true);
  const minDepositMicro = toMinDeposit(minDeposit);
  const checkedHash = await proofOf(actor, { password, totp });
  // Whoever has just logged in confirms the address that they name, and no other.
  const addressConfirmed = checkedHash !== null || actor.hasJustSignedIn;
  const isDemo = isBurnAddress(input.address);
  return withQrImage(qrImage, input, async (tx, qr) => {
    const add = async () => {
      const data = {
        ...fields,
        minDepositMicro,
        addressConfirmed,
        isDemo,
        ...(approved?.qr ?? qr),
      };
      const created = await tx.wallet.create({ data: { ...data, id: approved?.id } });
      await recordChange(tx, actor, "create", created.id);
      return created.id;
    };
    const id = await change(tx, actor, checkedHash, add, approved);
    await markApplied(tx, id);
    return tx.wallet.findUniqueOrThrow({ where: { id } });
  });
}

/**
 * Changes a deposit address. With another address the old QR image goes: it would point at the wrong
 * place. Where users would be shown another address, the actor has to confirm it.
 * @throws AppError as createWallet, and NOT_FOUND, CONFLICT when someone
 * else changed it meanwhile, or for another coin or network where deposits were made
 */
export async function updateWallet(
  actor: Staff,
  id: string,
  input: UpdateWalletInput,
  qrImage?: Upload,
  approved?: Approved,
): Promise<Wallet> {
  const before = await getWallet(id);
  if (!before) throw new AppError("NOT_FOUND");
  if (input.updatedAt && input.updatedAt !== before.updatedAt.toISOString()) {
    throw await changedMeanwhile(prisma, id);
  }
  const place = {
    currency: input.currency ?? before.currency,
    network: input.network ?? before.network,
    address: input.address ?? before.address,
  };
  checkPlace(place, isElsewhere(before, place));
  const minDepositMicro =
    input.minDeposit === undefined ? before.minDepositMicro : toMinDeposit(input.minDeposit);
  const checkedHash = await proofOf(actor, input);
  const moved = hasMoved(before, place);
  return withQrImage(qrImage, place, async (tx, qr) => {
    const save = async () => {
      await refuseOtherCoin(tx, before, place);
      const { count } = await tx.wallet.updateMany({
        where: { id, deletedAt: null, updatedAt: before.updatedAt },
        data: {
          ...place,
          minDepositMicro,
          label: keptLabel(input.label ?? before.label, place),
          isActive: input.isActive ?? before.isActive,
          ...(moved
            ? movedFields(before, place, checkedHash !== null || actor.hasJustSignedIn)
            : {}),
          ...(approved?.qr ?? qr),
        },
      });
      if (count === 0) throw await changedMeanwhile(tx, id);
      await recordChange(tx, actor, "update", id, before);
    };
    await change(tx, actor, checkedHash, save, approved);
    return tx.wallet.findUniqueOrThrow({ where: { id } });
  });
}

type FullPlace = Place & { currency: Currency };

const hasMoved = (before: Wallet, { currency, network, address }: FullPlace): boolean =>
  before.address !== address || before.network !== network || before.currency !== currency;

/** Whether it is another address; the letters' case means nothing after "0x" and "bc1". */
function isElsewhere(before: Wallet, { network, address }: FullPlace): boolean {
  if (before.network !== network || !isValidAddress(network, address)) return true;
  return canonicalAddress(network, before.address) !== canonicalAddress(network, address);
}

/** A form sends the words of a demo back with everything else: an operator's own address never keeps them. */
const keptLabel = (label: string, { address }: Place): string =>
  isBurnAddress(address) ? label : ownLabel(label);

/** What follows from another address. Only addresses of the same coin and network can have been paid to by mistake. */
function movedFields(before: Wallet, place: FullPlace, addressConfirmed: boolean) {
  const isSamePair = before.currency === place.currency && before.network === place.network;
  const former = [...before.formerAddresses.filter((each) => each !== place.address)];
  return {
    isDemo: isBurnAddress(place.address),
    qrFileId: null,
    qrMatches: false,
    addressConfirmed,
    formerAddresses: isSamePair ? [...former, before.address] : [],
  };
}

/** Somebody may be paying with the old coin in mind: such a wallet is switched off, and another one added. */
async function refuseOtherCoin(tx: Tx, before: Wallet, place: FullPlace): Promise<void> {
  const isSamePair = before.currency === place.currency && before.network === place.network;
  if (isSamePair || !(await lockAndFindDeposits(tx, before.id))) return;
  throw new AppError("CONFLICT", {
    message: text("errors.wallets.depositsWereMadeWithWalletSo"),
  });
}

/** Whether a wallet has deposits; until the transaction ends it gets no more. */
async function lockAndFindDeposits(tx: Tx, id: string): Promise<boolean> {
  await tx.$queryRaw`SELECT id FROM wallet WHERE id = ${id}::uuid FOR UPDATE`;
  return (await tx.deposit.findFirst({ where: { walletId: id }, select: { id: true } })) !== null;
}

/** Who was faster, as far as the audit log knows. */
async function changedMeanwhile(db: Db, id: string): Promise<AppError> {
  const entry = await db.auditEntry.findFirst({
    where: { action: { in: ["wallet.update", "wallet.delete"] }, targetId: id },
    orderBy: { seq: "desc" },
  });
  if (!entry) return new AppError("CONFLICT");
  return new AppError("CONFLICT", {
    message: text("errors.wallets.hasChangedWalletInMeantimePlease", {
      actorName: entry.actorName,
    }),
  });
}

async function recordChange(
  tx: Tx,
  actor: Staff,
  change: "create" | "update" | "delete",
  id: string,
  before?: Wallet,
): Promise<void> {
  const wallet = await tx.wallet.findUniqueOrThrow({ where: { id } });
  await appendAudit(tx, actor, {
    action: `wallet.${change}`,
    targetType: "wallet",
    targetId: id,
    ...(before ? { before: auditView(before) } : {}),
    ...(change === "delete" ? {} : { after: auditView(wallet) }),
  });
}

/**
 * Takes a deposit address out of the list. One with deposits stays, and can be switched off. Where
 * users would be shown another address instead, the actor has to confirm it.
 * @throws AppError as createWallet, and NOT_FOUND, CONFLICT
 */
export async function deleteWallet(
  actor: Staff,
  id: string,
  proof: DeleteWalletInput,
): Promise<void> {
  const checkedHash = await proofOf(actor, proof);
  const remove = async (tx: Tx) => {
    const before = await tx.wallet.findFirst({ where: { id, deletedAt: null } });
    if (!before) throw new AppError("NOT_FOUND");
    if (await lockAndFindDeposits(tx, id)) {
      throw new AppError("CONFLICT", {
        message: text("errors.wallets.depositsWereMadeWithWalletSo2"),
      });
    }
    await tx.wallet.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt: now(), isActive: false },
    });
    await recordChange(tx, actor, "delete", id, before);
  };
  await transaction((tx) => change(tx, actor, checkedHash, () => remove(tx)));
}
