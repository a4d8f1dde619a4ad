/** What waits for a second person, as functions of the database keep it. docs/decisions/staff/four-eyes.md */
import { type Db, Prisma, type Tx } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { ask, from, said } from "./payments";
import type { StaffActor } from "./schema";

/**
 * Asks a colleague for what takes two.
 * @param request.subject the row's id or the event's key; null for a row that is not made yet
 * @returns the id of the request that waits
 * @throws AppError FORBIDDEN, NOT_FOUND, IDEMPOTENCY_CONFLICT for another request with this id, CONFLICT
 */
export async function requestApproval(
  db: Db,
  actor: StaffActor,
  request: {
    id: string;
    kind: string;
    subject: string | null;
    userId: string | null;
    input: object;
    about: object;
    valueMicro: bigint | null;
    reason: string | undefined;
  },
): Promise<string> {
  const { id, kind, subject, userId, input, about, valueMicro, reason } = request;
  const [row] = await ask<{ id: string }>(
    db,
    Prisma.sql`SELECT approval_request(${id}::uuid, ${kind}, ${subject}, ${userId}::uuid, ${JSON.stringify(input)}::jsonb,
      ${JSON.stringify(about)}::jsonb, ${valueMicro}::bigint, ${reason ?? null}, ${actor.id}::uuid, ${from(actor)}) AS id`,
  );
  if (!row) throw new Error("approval_request answered nothing");
  return row.id;
}

/**
 * Approves or rejects what a colleague asked for. An approval counts until the transaction ends.
 * @returns false where it does not wait for this member of staff
 * @throws AppError FORBIDDEN
 */
export function decideRequest(
  db: Db,
  actor: StaffActor,
  id: string,
  decision: { approves: boolean; note?: string },
): Promise<boolean> {
  const { approves, note } = decision;
  return said(
    db,
    Prisma.sql`approval_decide(${id}::uuid, ${actor.id}::uuid, ${approves}, ${note ?? null}, ${from(actor)})`,
  );
}

/** Ends a request that nobody decided on in time. @returns false where it is not over */
export function expireRequest(db: Db, id: string): Promise<boolean> {
  return said(db, Prisma.sql`approval_expire(${id}::uuid)`);
}

/** What a member of staff can still move alone; a threshold of zero asks for nobody. */
export type AloneLeft = { thresholdMicro: bigint; leftMicro: bigint; hasCredited: boolean };

/** How much a member of staff can still move alone, for a user or without one. */
export async function aloneLeft(
  db: Db,
  actorId: string,
  userId: string | null,
): Promise<AloneLeft> {
  const [row] = await ask<AloneLeft>(
    db,
    Prisma.sql`SELECT o_threshold_micro AS "thresholdMicro", o_left_micro AS "leftMicro", o_has_credited AS "hasCredited"
      FROM four_eyes_left(${actorId}::uuid, ${userId}::uuid)`,
  );
  if (!row) throw new Error("four_eyes_left answered nothing");
  return row;
}

/**
 * Looks now, and not only as the transaction ends, whether what it offers or shows users takes two.
 * @throws AppError SECOND_PERSON_NEEDED
 */
export async function checkOffers(tx: Tx): Promise<void> {
  try {
    await tx.$executeRaw`
      SET CONSTRAINTS wallet_made_four_eyes, wallet_four_eyes, plan_made_four_eyes, plan_four_eyes IMMEDIATE`;
  } catch (error) {
    throw toAppError(error);
  }
}
