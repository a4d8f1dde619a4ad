import type { Deposit, Wallet } from "@/lib/generated/prisma/client";
import { reportDeposit } from "@/lib/ledger/payments";
import { prisma, type Tx } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { type FileTarget, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { parseDecimal } from "@/lib/platform/money";
import { splitCode } from "@/lib/platform/money/typed-amount";
import { publishEvent } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import type { UserId } from "@/lib/sessions/user-id";
import { getActiveWallet } from "@/lib/wallets/data";
import { networkHash } from "@/lib/wallets/names";
import { refuseCredited } from "@/lib/wallets/refusals";
import { CURRENCIES, coinDecimals, transactionKeyOf } from "@/lib/wallets/rules";
import type { CreateDepositInput } from "./schema";

/** More than any coin's supply that one person could send; keeps every product within 64 bits. */
const MAX_COINS_E8 = 1_000_000_000n * 100_000_000n;

/** The amount in 10^-8 of the wallet's coin. @throws AppError VALIDATION */
function readCoinAmount(typed: string, wallet: Wallet): bigint {
  const currency = wallet.currency;
  const decimals = coinDecimals(currency);
  const amount = parseDecimal(typed, decimals);
  if (amount === null)
    throw invalidField("amount", text("errors.deposits.atMostDecimals", { decimals }));
  const amountE8 = amount * 10n ** BigInt(8 - decimals);
  if (amountE8 <= 0n) throw invalidField("amount", text("errors.common.enterAmount"));
  if (amountE8 > MAX_COINS_E8)
    throw invalidField("amount", text("errors.common.thisAmountTooLarge"));
  if (amountE8 < wallet.minDepositMicro * 100n) {
    const minimum = exactAmount(wallet.minDepositMicro, currency);
    throw invalidField("amount", text("errors.deposits.theMinimumDeposit", { minimum }));
  }
  return amountE8;
}

/**
 * Reports a deposit with its proof. Repeating the same key returns the first deposit.
 * @throws AppError NOT_FOUND for an address no longer in use, TRANSACTION_ALREADY_CREDITED, VALIDATION, UNSUPPORTED_MEDIA_TYPE, RATE_LIMITED,
 * IDEMPOTENCY_CONFLICT for a key that was used for another deposit
 */
export async function submitDeposit(
  userId: UserId,
  idempotencyKey: string,
  sent: CreateDepositInput,
  proof: Upload,
): Promise<Deposit> {
  const id = uuidFrom(`deposit:${idempotencyKey}`);
  const { number, code } = splitCode(sent.amount, CURRENCIES);
  const input = { ...sent, amount: number };
  const earlier = await findByKey(id, userId, input);
  if (earlier) return earlier;
  const wallet = await getActiveWallet(input.walletId);
  if (!wallet) throw walletGone();
  const { currency } = wallet;
  if (code && code !== currency) {
    const message = text("errors.common.amountInOtherCurrency", { code, currency });
    throw invalidField("amount", message);
  }
  const address = paidAddress(wallet, input.address);
  const amountE8 = readCoinAmount(input.amount, wallet);
  const transactionHash =
    input.transactionHash && networkHash(wallet.network, input.transactionHash);
  await refuseCredited(prisma, transactionHash);
  const target: FileTarget = {
    ownerId: userId,
    visibility: "private",
    purpose: "deposit-proof",
    field: "proof",
    unsupported: text("errors.common.uploadImageFile"),
  };
  try {
    return await storeImage(proof, target, (tx, proofFileId) =>
      insertDeposit(tx, { id, userId, address, amountE8, transactionHash, proofFileId }, wallet),
    );
  } catch (error) {
    // The same request sent twice at once.
    const first = violatedUnique(error) && (await findByKey(id, userId, input));
    if (first) return first;
    throw error;
  }
}

const keyOf = (hash: string | null) => hash && transactionKeyOf(hash);

/** The deposit that a key stands for, if there is one. @throws AppError IDEMPOTENCY_CONFLICT for another report */
async function findByKey(
  id: string,
  userId: string,
  input: CreateDepositInput,
): Promise<Deposit | null> {
  const row = await prisma.deposit.findUnique({ where: { id } });
  if (!row) return null;
  const { walletId, address, amount, transactionHash = null } = input;
  // Staff add the hash of a deposit that was reported without one.
  const isHashOfStaff = transactionHash === null && row.processedAt !== null;
  const isSame =
    row.userId === userId &&
    row.walletId === walletId &&
    (!address || row.address === address) &&
    row.amountE8 === parseDecimal(amount, 8) &&
    (keyOf(row.transactionHash) === keyOf(transactionHash) || isHashOfStaff);
  if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
  return row;
}

function walletGone(): AppError {
  return new AppError("NOT_FOUND", {
    message: text("errors.deposits.thisDepositAddressNoLongerIn"),
  });
}

/** What the user was shown when they paid: the wallet's address, or one that it had before. */
function paidAddress(wallet: Wallet, shown: string | undefined): string {
  if (!shown || shown === wallet.address) return wallet.address;
  if (wallet.formerAddresses.includes(shown)) return shown;
  throw new AppError("CONFLICT", {
    message: text("errors.deposits.thisNotAddressOursIfYou"),
  });
}

type NewDeposit = Pick<Deposit, "id" | "userId" | "address" | "amountE8" | "proofFileId"> & {
  transactionHash?: string;
};

async function insertDeposit(tx: Tx, fields: NewDeposit, wallet: Wallet): Promise<Deposit> {
  try {
    await reportDeposit(tx, { ...fields, walletId: wallet.id });
  } catch (error) {
    // Staff may have switched it off while the proof was stored.
    if (error instanceof AppError && error.code === "NOT_FOUND") throw walletGone();
    throw error;
  }
  const deposit = await tx.deposit.findUniqueOrThrow({ where: { id: fields.id } });
  await publishEvent(
    tx,
    { t: "deposit", u: deposit.userId, id: deposit.id, status: deposit.status },
    { t: "queue", u: "admins", queue: "deposits" },
  );
  return deposit;
}
