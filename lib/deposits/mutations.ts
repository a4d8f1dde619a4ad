import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Deposit, Wallet } from "@/lib/generated/prisma/client";
import { postTransfers } from "@/lib/ledger/mutations";
import { getUsdtRate } from "@/lib/market/data";
import { notifyUser } from "@/lib/notifications/mutations";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { type FileTarget, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { formatMicro, parseDecimal } from "@/lib/platform/money";
import { notify } from "@/lib/platform/realtime";
import { uuidFrom } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";
import { formatAmount } from "@/lib/platform/ui/format";
import { getActiveWallet } from "@/lib/wallets/data";
import {
  type Currency,
  coinDecimals,
  isValidTransactionHash,
  type Network,
} from "@/lib/wallets/rules";
import { creditMicro } from "./rules";
import type { CreateDepositInput, ProcessDepositInput } from "./schema";
import { formatCoin } from "./serializers";

/** More than any coin's supply that one person could send; keeps every product within 64 bits. */
const MAX_COINS_E8 = 1_000_000_000n * 100_000_000n;
const MAX_CREDIT_MICRO = 1_000_000_000_000n * 1_000_000n;

/** The amount in 10^-8 of the wallet's coin. @throws AppError VALIDATION */
function readCoinAmount(text: string, wallet: Wallet): bigint {
  const currency = wallet.currency as Currency;
  const decimals = coinDecimals(currency);
  const amount = parseDecimal(text, decimals);
  if (amount === null) throw invalidField("amount", `At most ${decimals} decimals`);
  const amountE8 = amount * 10n ** BigInt(8 - decimals);
  if (amountE8 <= 0n) throw invalidField("amount", "Please enter an amount");
  if (amountE8 > MAX_COINS_E8) throw invalidField("amount", "This amount is too large");
  if (amountE8 < wallet.minDepositMicro * 100n) {
    const minimum = formatAmount(formatMicro(wallet.minDepositMicro), currency);
    throw invalidField("amount", `The minimum deposit is ${minimum}`);
  }
  return amountE8;
}

/**
 * Reports a deposit with its proof. Repeating the same key returns the first deposit.
 * @throws AppError NOT_FOUND for an address no longer in use, VALIDATION, TRANSACTION_HASH_USED,
 * UNSUPPORTED_MEDIA_TYPE
 */
export async function submitDeposit(
  userId: string,
  idempotencyKey: string,
  input: CreateDepositInput,
  proof: Upload,
): Promise<Deposit> {
  const id = uuidFrom(`deposit:${idempotencyKey}`);
  const earlier = await prisma.deposit.findFirst({ where: { id, userId } });
  if (earlier) return earlier;
  const wallet = await getActiveWallet(input.walletId);
  if (!wallet) {
    throw new AppError("NOT_FOUND", {
      message: "This deposit address is no longer in use. Please choose the network again.",
    });
  }
  const amountE8 = readCoinAmount(input.amount, wallet);
  const { transactionHash } = input;
  if (transactionHash && !isValidTransactionHash(wallet.network as Network, transactionHash)) {
    throw invalidField("transactionHash", `This is not a ${wallet.network} transaction hash`);
  }
  const target: FileTarget = {
    ownerId: userId,
    visibility: "private",
    purpose: "deposit-proof",
    field: "proof",
  };
  try {
    return await storeImage(proof, target, (tx, proofFileId) =>
      insertDeposit(tx, { id, userId, amountE8, transactionHash, proofFileId }, wallet),
    );
  } catch (error) {
    const violated = violatedUnique(error);
    if (violated?.includes("transaction")) throw hashUsed();
    const first = violated && (await prisma.deposit.findFirst({ where: { id, userId } }));
    if (first) return first;
    throw error;
  }
}

function hashUsed(): AppError {
  const error = new AppError("TRANSACTION_HASH_USED");
  return new AppError("TRANSACTION_HASH_USED", { errors: { transactionHash: [error.message] } });
}

type NewDeposit = Pick<Deposit, "id" | "userId" | "amountE8" | "proofFileId"> & {
  transactionHash?: string;
};

async function insertDeposit(tx: Tx, fields: NewDeposit, wallet: Wallet): Promise<Deposit> {
  const { id: walletId, currency, network, address } = wallet;
  const deposit = await tx.deposit.create({
    data: { ...fields, walletId, currency, network, address },
  });
  await notify(
    tx,
    { t: "deposit", u: deposit.userId, id: deposit.id, status: deposit.status },
    { t: "queue", u: "admins", queue: "deposits" },
  );
  return deposit;
}

/**
 * Confirms a deposit at the market rate of this moment, or rejects it with a note. Of several who do
 * so at once, one succeeds.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, ALREADY_PROCESSED, RATE_UNAVAILABLE (nothing
 * changes then), AMOUNT_OUT_OF_RANGE
 */
export async function processDeposit(
  actor: Actor & { id: string },
  id: string,
  input: ProcessDepositInput,
): Promise<void> {
  const deposit = await prisma.deposit.findUnique({ where: { id } });
  if (!deposit) throw new AppError("NOT_FOUND");
  if (deposit.userId === actor.id) {
    throw new AppError("FORBIDDEN", { message: "Somebody else has to process your own deposit" });
  }
  if (deposit.status !== "pending") throw await alreadyProcessed(prisma, id);
  const decision = input.action === "confirm" ? await priced(deposit) : REJECTED;
  await transaction(async (tx) => {
    const { count } = await tx.deposit.updateMany({
      where: { id, status: "pending" },
      data: {
        ...decision,
        adminNotes: input.adminNotes ?? null,
        processedById: actor.id,
        processedAt: now(),
      },
    });
    if (count === 0) throw await alreadyProcessed(tx, id);
    if (decision.creditedMicro) await credit(tx, actor, deposit, decision.creditedMicro);
    await tellOutcome(tx, deposit, decision, input.adminNotes);
    await appendAudit(tx, actor, {
      action: `deposit.${input.action}`,
      targetType: "deposit",
      targetId: id,
      subjectUserId: deposit.userId,
      before: { status: "pending" },
      after: decision,
      reason: input.adminNotes,
    });
  });
}

type Decision = { status: string } & Partial<
  Pick<Deposit, "rateE8" | "rateSource" | "creditedMicro">
>;
const REJECTED: Decision = { status: "failed" };

async function priced({ amountE8, currency }: Deposit): Promise<Decision> {
  const rate = await getUsdtRate(currency);
  if (!rate) throw new AppError("RATE_UNAVAILABLE");
  const creditedMicro = creditMicro(amountE8, rate.rateE8);
  if (creditedMicro <= 0n || creditedMicro > MAX_CREDIT_MICRO) {
    throw new AppError("AMOUNT_OUT_OF_RANGE");
  }
  const rateSource = rate.simulated ? `${rate.source} (simulated)` : rate.source;
  return { status: "completed", rateE8: rate.rateE8, rateSource, creditedMicro };
}

async function credit(tx: Tx, actor: Actor, deposit: Deposit, amountMicro: bigint): Promise<void> {
  await postTransfers(tx, {
    kind: "deposit",
    key: `deposit:${deposit.id}`,
    actorId: actor.id,
    transfers: [
      {
        from: { house: "external", currency: "USDT" },
        to: { user: deposit.userId, kind: "available", currency: "USDT" },
        amountMicro,
      },
    ],
    reference: { type: "deposit", id: deposit.id },
  });
  await notify(tx, { t: "balance", u: deposit.userId });
}

async function tellOutcome(
  tx: Tx,
  deposit: Deposit,
  decision: Decision,
  note: string | undefined,
): Promise<void> {
  const { id, userId, number } = deposit;
  const sent = formatAmount(
    formatCoin(deposit.amountE8, deposit.currency as Currency),
    deposit.currency,
  );
  const credited = decision.creditedMicro ? formatMicro(decision.creditedMicro) : null;
  await notifyUser(tx, {
    userId,
    type: "deposit",
    title: credited ? "Deposit credited" : "Deposit not accepted",
    message: credited
      ? `Your deposit ${number} of ${sent} was credited as ${formatAmount(credited, "USDT", { exact: true })}.`
      : `Your deposit ${number} of ${sent} was not accepted: ${note}`,
  });
  await notify(
    tx,
    { t: "deposit", u: userId, id, status: decision.status },
    { t: "queue", u: "admins", queue: "deposits" },
  );
}

async function alreadyProcessed(db: Db, id: string): Promise<AppError> {
  const row = await db.deposit.findUnique({ where: { id }, include: { processedBy: true } });
  const who = row?.processedBy?.username;
  return new AppError("ALREADY_PROCESSED", {
    message: who ? `This request has already been processed by ${who}` : undefined,
    details: { status: row?.status },
  });
}
