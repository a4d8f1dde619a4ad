import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Wallet } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { type FileTarget, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { parseMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { type Currency, isPair, isValidAddress, type Network } from "./rules";
import type { CreateWalletInput, UpdateWalletInput } from "./schema";

/** The label of seeded addresses; an operator's own address must not keep it. */
export const DEMO_LABEL = "Demo: never send funds here";

const QR_IMAGE: FileTarget = {
  ownerId: null,
  visibility: "public",
  purpose: "wallet-qr",
  field: "qrImage",
};

/** @throws AppError VALIDATION for a pair that does not exist or an address that is not of its network */
function checkPlace(currency: Currency, network: Network, address: string): void {
  if (!isPair(currency, network)) {
    throw invalidField("network", `${currency} can't be sent on ${network}`);
  }
  if (!isValidAddress(network, address)) {
    throw invalidField("address", `This is not a valid ${network} address`);
  }
}

function toMinDeposit(text: string): bigint {
  const micro = parseMicro(text);
  if (micro === null) throw invalidField("minDeposit", "At most 6 decimals");
  return micro;
}

const auditView = (row: Wallet) => ({
  currency: row.currency,
  network: row.network,
  address: row.address,
  label: row.label,
  minDepositMicro: row.minDepositMicro,
  isActive: row.isActive,
  qrFileId: row.qrFileId,
});

/** Runs `work` with the id of the stored QR image, or without one. */
async function withQrImage<T>(
  upload: Upload | undefined,
  work: (tx: Tx, qrFileId: string | null) => Promise<T>,
): Promise<T> {
  try {
    if (!upload) return await transaction((tx) => work(tx, null));
    return await storeImage(upload, QR_IMAGE, work);
  } catch (error) {
    if (violatedUnique(error)) throw invalidField("address", "This address is already in the list");
    throw error;
  }
}

/**
 * Adds a deposit address.
 * @throws AppError VALIDATION, UNSUPPORTED_MEDIA_TYPE
 */
export async function createWallet(
  actor: Actor,
  input: CreateWalletInput,
  qrImage?: Upload,
): Promise<Wallet> {
  checkPlace(input.currency, input.network, input.address);
  const { minDeposit, ...fields } = input;
  const minDepositMicro = toMinDeposit(minDeposit);
  return withQrImage(qrImage, async (tx, qrFileId) => {
    const wallet = await tx.wallet.create({ data: { ...fields, minDepositMicro, qrFileId } });
    await appendAudit(tx, actor, {
      action: "wallet.create",
      targetType: "wallet",
      targetId: wallet.id,
      after: auditView(wallet),
    });
    return wallet;
  });
}

/**
 * Changes a deposit address. With another address the old QR image and the demo mark go: they would
 * point at the wrong place.
 * @throws AppError NOT_FOUND, VALIDATION, UNSUPPORTED_MEDIA_TYPE, CONFLICT when someone else changed it meanwhile
 */
export async function updateWallet(
  actor: Actor,
  id: string,
  input: UpdateWalletInput,
  qrImage?: Upload,
): Promise<Wallet> {
  const before = await prisma.wallet.findFirst({ where: { id, deletedAt: null } });
  if (!before) throw new AppError("NOT_FOUND");
  const currency = input.currency ?? (before.currency as Currency);
  const network = input.network ?? (before.network as Network);
  const address = input.address ?? before.address;
  checkPlace(currency, network, address);
  const minDepositMicro =
    input.minDeposit === undefined ? before.minDepositMicro : toMinDeposit(input.minDeposit);
  const moved = address !== before.address || network !== before.network;
  const keptLabel = moved && before.label === DEMO_LABEL ? "" : before.label;
  return withQrImage(qrImage, async (tx, qrFileId) => {
    const { count } = await tx.wallet.updateMany({
      where: { id, deletedAt: null, updatedAt: before.updatedAt },
      data: {
        currency,
        network,
        address,
        minDepositMicro,
        label: input.label ?? keptLabel,
        isActive: input.isActive ?? before.isActive,
        isDemo: before.isDemo && !moved,
        qrFileId: qrFileId ?? (moved ? null : before.qrFileId),
      },
    });
    if (count === 0) throw new AppError("CONFLICT");
    const after = await tx.wallet.findUniqueOrThrow({ where: { id } });
    await appendAudit(tx, actor, {
      action: "wallet.update",
      targetType: "wallet",
      targetId: id,
      before: auditView(before),
      after: auditView(after),
    });
    return after;
  });
}

/** Takes a deposit address out of the list; its deposits keep theirs. @throws AppError NOT_FOUND */
export async function deleteWallet(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.wallet.updateMany({
      where: { id, deletedAt: null },
      data: { deletedAt: now(), isActive: false },
    });
    if (count === 0) throw new AppError("NOT_FOUND");
    const wallet = await tx.wallet.findUniqueOrThrow({ where: { id } });
    await appendAudit(tx, actor, {
      action: "wallet.delete",
      targetType: "wallet",
      targetId: id,
      before: auditView(wallet),
    });
  });
}
