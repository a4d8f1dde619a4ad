import type { Actor } from "@/lib/audit/mutations";
import { requestApproval } from "@/lib/ledger/approvals";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, businessDetail } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { publishEvent } from "@/lib/platform/outbox";
import { canonicalJson, uuidFrom } from "@/lib/platform/security/hash";
import { getApproval } from "./data";
import type { ApprovalAbout, ApprovalDto } from "./schema";

/** Staff who decide on requests hear that something waits, or no longer does. */
export async function publishApprovals(tx: Tx): Promise<void> {
  await publishEvent(tx, { t: "queue", u: "admins", queue: "approvals" });
}

/** What a colleague would be asked for. */
export type Ask = {
  kind: ApprovalDto["kind"];
  /** The row's id, or the key of the event; null for a row that is not made yet. */
  subject: string | null;
  userId?: string;
  /** What the event gets once it is approved; nothing secret. */
  input: Record<string, unknown>;
  reason?: string;
  /** Stores what belongs to the input while it waits, such as an image. */
  keep?: () => Promise<object | null>;
  /** Asked for although the transaction was credited before: that takes two whatever its value. */
  repeatsTransaction?: boolean;
  about: () => Promise<ApprovalAbout & { valueMicro?: bigint }>;
};

type Proposer = Actor & { id: string };

/**
 * Does what a member of staff wants, or asks a colleague where the database says that it takes two. Nothing of it
 * is done then. A repeated key is the first request, whatever the rule says now.
 * @param idempotencyKey unique to the caller and the endpoint
 * @throws AppError IDEMPOTENCY_CONFLICT for another request with the same key, and whatever `work` throws
 */
export async function orAskColleague<T>(
  actor: Proposer,
  idempotencyKey: string,
  ask: Ask,
  work: () => Promise<T>,
): Promise<{ done: T } | { approval: ApprovalDto }> {
  const id = uuidFrom(`approval:${idempotencyKey}`);
  const known = await prisma.approval.findUnique({ where: { id } });
  if (known) {
    const { kept: _, ...input } = known.input as { kept?: object };
    const isSame =
      known.kind === ask.kind &&
      known.userId === (ask.userId ?? null) &&
      canonicalJson(input) === canonicalJson(ask.input);
    if (!isSame) throw new AppError("IDEMPOTENCY_CONFLICT");
    return { approval: await getApproval(id) };
  }
  // What it waits for may be what was asked before, under another key.
  const made = madeBefore();
  if (made && (await prisma.approval.count({ where: { id: made } })) > 0) {
    return { approval: await getApproval(made) };
  }
  try {
    return { done: await work() };
  } catch (error) {
    if (!takesTwo(error, ask)) throw error;
    return { approval: await request(actor, id, ask, businessDetail(error)) };
  }
}

function takesTwo(error: unknown, ask: Ask): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.code === "TRANSACTION_ALREADY_CREDITED") return ask.repeatsTransaction === true;
  return error.code === "SECOND_PERSON_NEEDED";
}

async function request(
  actor: Proposer,
  id: string,
  { kind, subject, userId, input, reason, keep, about }: Ask,
  value: string,
): Promise<ApprovalDto> {
  const { valueMicro, ...shown } = await about();
  const asked = {
    id,
    kind,
    subject,
    userId: userId ?? null,
    input: keep ? { ...input, kept: await keep() } : input,
    about: shown,
    valueMicro: value === "" ? (valueMicro ?? null) : BigInt(value),
    reason,
  };
  const waiting = await transaction(async (tx) => {
    const waitingId = await requestApproval(tx, actor, asked);
    await publishApprovals(tx);
    await markApplied(tx, waitingId);
    return waitingId;
  });
  return getApproval(waiting);
}
