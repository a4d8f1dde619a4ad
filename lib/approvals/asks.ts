/** What a colleague is asked for, event by event, where the database says that it takes two. */

import type { ProcessDepositInput } from "@/lib/deposits/schema";
import type { HouseTransferBody } from "@/lib/house/schema";
import { houseKey } from "@/lib/ledger/rules";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { formatMicro, mulDivCeil, parseDecimal, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { RATE_DECIMALS } from "@/lib/savings/rules";
import { formatRatePpb } from "@/lib/savings/serializers";
import type { CreatePlanInput, UpdatePlanInput } from "@/lib/savings/staff-schema";
import { freezeRate } from "@/lib/wallets/rates";
import { formatCoin } from "@/lib/wallets/rules";
import type { CreateWalletInput, UpdateWalletInput } from "@/lib/wallets/schema";
import type { ProcessWithdrawalInput } from "@/lib/withdrawals/schema";
import type { Ask } from "./mutations";
import type { ManageBalanceInput } from "./schema";

/** The id of a balance change. */
export const adjustmentId = (idempotencyKey: string) => uuidFrom(`adjustment:${idempotencyKey}`);

const fullAmount = (typed: string) => formatMicro(parseMicro(typed) ?? 0n);

/** A change of a balance. */
export function balanceAsk(userId: string, input: ManageBalanceInput, idempotencyKey: string): Ask {
  const { amount, currency, operation, reason } = input;
  return {
    kind: `balance.${operation}`,
    subject: adjustmentId(idempotencyKey),
    userId,
    input,
    reason,
    about: async () => ({ amount: fullAmount(amount), currency }),
  };
}

/** The confirmation of a deposit. At which rate is decided when it is approved. @throws AppError NOT_FOUND */
export async function depositAsk(id: string, body: ProcessDepositInput): Promise<Ask> {
  const { rate: _, ...input } = body;
  const row = await found(prisma.deposit.findUnique({ where: { id } }));
  const { number, currency, network, address, amountE8, userId } = row;
  const transactionHash = row.transactionHash ?? input.transactionHash;
  return {
    kind: "deposit.confirm",
    subject: id,
    userId,
    input,
    reason: input.overrideReason ?? input.adminNotes,
    repeatsTransaction: input.overrideReason !== undefined,
    about: async () => ({
      number: number.toString(),
      amount: formatCoin(amountE8, currency),
      currency,
      network,
      address,
      ...(transactionHash ? { transactionHash } : {}),
      ...(input.overrideReason ? { repeatsTransaction: true } : {}),
      ...(currency === "XAUT" ? {} : { valueMicro: await worthOf(currency, amountE8) }),
    }),
  };
}

/** The reversal of a deposit that was credited by mistake. @throws AppError NOT_FOUND */
export async function reversalAsk(id: string, reason: string): Promise<Ask> {
  const row = await found(prisma.deposit.findUnique({ where: { id } }));
  return {
    kind: "deposit.reverse",
    subject: id,
    userId: row.userId,
    input: { reason },
    reason,
    about: async () => ({
      number: row.number.toString(),
      amount: formatMicro(row.creditedMicro ?? 0n),
      currency: row.currency === "XAUT" ? "XAUT" : "USDT",
    }),
  };
}

/** That a frozen account is opened again. */
export const unfreezeAsk = (userId: string, reason: string): Ask => ({
  kind: "user.unfreeze",
  subject: userId,
  userId,
  input: { reason },
  reason,
  about: async () => ({}),
});

const E8_OF_MICRO = 10_000_000_000n;

/** What coins are worth now, rounded up. @throws AppError RATE_UNAVAILABLE */
async function worthOf(currency: string, amountE8: bigint): Promise<bigint> {
  const { rateE8 } = await freezeRate(currency, undefined);
  return mulDivCeil(amountE8, rateE8, E8_OF_MICRO);
}

/** The approval or completion of a withdrawal. @throws AppError NOT_FOUND */
export async function withdrawalAsk(id: string, body: ProcessWithdrawalInput): Promise<Ask> {
  const { rate: _, ...input } = body;
  const row = await found(prisma.withdrawal.findUnique({ where: { id } }));
  const { number, currency, network, address, amountMicro, userId } = row;
  const { transactionHash } = input;
  return {
    kind: input.action === "complete" ? "withdrawal.complete" : "withdrawal.approve",
    subject: id,
    userId,
    input,
    reason: input.adminNotes,
    about: async () => ({
      number: number.toString(),
      amount: formatMicro(amountMicro),
      currency: currency === "XAUT" ? "XAUT" : "USDT",
      coin: currency,
      network,
      address,
      ...(transactionHash ? { transactionHash } : {}),
    }),
  };
}

/** A transfer from or to the outside. */
export function houseAsk(actorId: string, body: HouseTransferBody, idempotencyKey: string): Ask {
  const { from, to, amount, currency, reason } = body;
  return {
    kind: "house.transfer",
    subject: houseKey(actorId, uuidFrom(idempotencyKey)),
    input: { ...body, key: idempotencyKey },
    reason,
    about: async () => ({ from, to, amount: fullAmount(amount), currency }),
  };
}

const DAYS_A_YEAR = 365n;

function ratesOf(dailyRate: string) {
  const ppb = parseDecimal(dailyRate, RATE_DECIMALS) ?? 0n;
  return { dailyRate, yearlyRate: formatRatePpb(ppb * DAYS_A_YEAR) };
}

/** A new plan. */
export function newPlanAsk(input: CreatePlanInput): Ask {
  const { name, currency, dailyRate, capacity } = input;
  return {
    kind: "saving.change",
    subject: null,
    input: { change: "create", body: input },
    about: async () => ({
      change: "create",
      name,
      currency,
      ...ratesOf(dailyRate),
      ...(capacity ? { capacity } : {}),
    }),
  };
}

/** Other terms of a plan, or that it opens. @throws AppError NOT_FOUND */
export async function planAsk(
  id: string,
  change: { body: UpdatePlanInput } | { isActive?: boolean },
): Promise<Ask> {
  const row = await found(prisma.savingPlan.findFirst({ where: { id, deletedAt: null } }));
  const updatedAt = row.updatedAt.toISOString();
  const isUpdate = "body" in change;
  const input = isUpdate
    ? { change: "update", body: { updatedAt, ...change.body } }
    : { change: "toggle", isActive: change.isActive ?? !row.isActive };
  const body = isUpdate ? change.body : {};
  const capacity =
    body.capacity ?? (row.capacityMicro === null ? null : formatMicro(row.capacityMicro));
  return {
    kind: "saving.change",
    subject: id,
    input,
    about: async () => ({
      change: isUpdate ? "update" : "toggle",
      name: body.name ?? row.name,
      currency: body.currency ?? row.currency,
      ...ratesOf(body.dailyRate ?? formatRatePpb(row.dailyRatePpb)),
      ...(capacity ? { capacity } : {}),
    }),
  };
}

type Qr = { qrFileId: string; qrMatches: boolean } | null;
type Place = Pick<CreateWalletInput, "network" | "address">;

/** A new deposit address. @param keepQr stores its QR image while it waits */
export function newWalletAsk(body: CreateWalletInput, keepQr: () => Promise<Qr>): Ask {
  const { password: _, totp: __, ...input } = body;
  const { currency, network, address, label } = input;
  return {
    kind: "wallet.change",
    subject: null,
    input: { change: "create", body: input },
    keep: keepQr,
    about: async () => ({ change: "create", currency, network, address, name: label }),
  };
}

/**
 * Another deposit address, or what is said beside it.
 * @param keepQr stores its QR image while it waits
 * @throws AppError NOT_FOUND
 */
export async function walletAsk(
  id: string,
  body: UpdateWalletInput,
  keepQr: (place: Place) => Promise<Qr>,
): Promise<Ask> {
  const { password: _, totp: __, ...input } = body;
  const row = await found(prisma.wallet.findFirst({ where: { id, deletedAt: null } }));
  const place = { network: input.network ?? row.network, address: input.address ?? row.address };
  return {
    kind: "wallet.change",
    subject: id,
    input: { change: "update", body: { updatedAt: row.updatedAt.toISOString(), ...input } },
    keep: () => keepQr(place),
    about: async () => ({
      change: "update",
      currency: input.currency ?? row.currency,
      ...place,
      name: input.label ?? row.label,
    }),
  };
}

async function found<T>(row: Promise<T | null>): Promise<T> {
  const value = await row;
  if (value === null) throw new AppError("NOT_FOUND");
  return value;
}
