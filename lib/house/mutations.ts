import type { Actor } from "@/lib/audit/mutations";
import type { HouseTransfer } from "@/lib/generated/prisma/client";
import { transferInHouse } from "@/lib/ledger/house";
import { houseKey } from "@/lib/ledger/rules";
import { type Tx, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, invalidField } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import type { SettingsActor } from "@/lib/site/guard";
import { changeSettings } from "@/lib/site/mutations";
import { getHouseLimits } from "./data";
import type { HouseLimits, HouseLimitsBody, HouseTransferBody, HouseTransferDto } from "./schema";

const REFERENCE_MIN = 5;

function serialize(row: HouseTransfer): HouseTransferDto {
  return {
    id: row.id,
    from: row.fromKind,
    to: row.toKind,
    currency: row.currency,
    amount: formatMicro(row.amountMicro),
    fromBefore: formatMicro(row.fromBeforeMicro),
    fromAfter: formatMicro(row.fromAfterMicro),
    toBefore: formatMicro(row.toBeforeMicro),
    toAfter: formatMicro(row.toAfterMicro),
    reason: row.reason,
    reference: row.reference,
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * Moves money between two house accounts, or between the treasury and the outside. A repeated key
 * answers as the first did.
 * @param first records in the same transaction that a colleague approved it
 * @throws AppError VALIDATION (with real money, what crosses the house's border needs its proof),
 *   HOUSE_TRANSFER_INVALID, HOUSE_INSUFFICIENT, HOUSE_BELOW_OBLIGATIONS, SECOND_PERSON_NEEDED,
 *   IDEMPOTENCY_CONFLICT
 */
export async function moveHouseMoney(
  actor: Actor,
  input: HouseTransferBody,
  idempotencyKey: string,
  first?: (tx: Tx) => Promise<void>,
): Promise<HouseTransferDto> {
  const { from, to, currency, reason } = input;
  const amountMicro = parseMicro(input.amount);
  if (actor.id === null || amountMicro === null) throw new AppError("HOUSE_TRANSFER_INVALID");
  const actorId = actor.id;
  const crossesBorder = from === "external" || to === "external";
  const reference = crossesBorder ? input.reference : "";
  if (crossesBorder && env.REAL_MONEY && reference.length < REFERENCE_MIN) {
    throw invalidField("reference", text("errors.house.enterTransactionHashOrLineStatement"));
  }
  return transaction(async (tx) => {
    await first?.(tx);
    const { id } = await transferInHouse(tx, {
      key: houseKey(actorId, uuidFrom(idempotencyKey)),
      actor: { ...actor, id: actorId },
      from,
      to,
      currency,
      amountMicro,
      reason,
      reference: reference || null,
    });
    const transfer = serialize(await tx.houseTransfer.findUniqueOrThrow({ where: { id } }));
    return transfer;
  });
}

/**
 * Changes the caps on open options, which are guarded settings.
 * @throws AppError CONFLICT when they are not what the editor saw, and what `changeSettings` throws of guarded ones
 */
export async function changeHouseLimits(
  actor: SettingsActor,
  { perExpirySecond, perDirection, expected, ...proof }: HouseLimitsBody,
): Promise<HouseLimits> {
  await changeSettings(
    actor,
    { optionCapPerExpirySecond: perExpirySecond, optionCapPerDirection: perDirection },
    {
      optionCapPerExpirySecond: expected.perExpirySecond,
      optionCapPerDirection: expected.perDirection,
    },
    proof,
  );
  return getHouseLimits();
}
