import type { Passkey } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import type { PasskeyDto } from "./schema";

const after = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000);

/** From when a passkey that was added at a time takes the place of a withdrawal's code. */
export async function confirmsWithdrawalsFrom(createdAt: Date): Promise<Date> {
  return after(createdAt, (await getSettings()).withdrawalHoldHours);
}

/** Whether somebody has a passkey that confirms their withdrawals now. */
export async function canConfirmByPasskey(userId: string): Promise<boolean> {
  const { withdrawalHoldHours } = await getSettings();
  const createdAt = { lte: after(now(), -withdrawalHoldHours) };
  return (await prisma.passkey.count({ where: { userId, createdAt } })) > 0;
}

/** A user's passkeys, oldest first. */
export async function listPasskeys(userId: string): Promise<PasskeyDto[]> {
  const rows = await prisma.passkey.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return Promise.all(rows.map(serializePasskey));
}

/** A passkey as its owner sees it. */
export async function serializePasskey(row: Passkey): Promise<PasskeyDto> {
  const { id, name, synced, createdAt, lastUsedAt } = row;
  return {
    ...{ id, name, synced },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    confirmsWithdrawalsFrom: (await confirmsWithdrawalsFrom(createdAt)).toISOString(),
  };
}
