import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { canonicalJson } from "@/lib/platform/security/hash";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";

/** A record without an answer that is older than this belongs to a request that died. */
const ABANDONED_AFTER_MS = 30_000;
/** A request whose changes are made answers within this time, unless it died. */
const ANSWERS_WITHIN_MS = 2_000;
/** How long a repetition waits for the first answer. It looks ever more seldom: hundreds may wait at once. */
const WAIT_MS = 10_000;
const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 1_000;
const KEY = /^[\x20-\x7e]{1,200}$/;

export type StoredResponse = { status: number; body: Record<string, unknown> };
export type Key = { userId: string; route: string; key: string };
/** What a request holds while it runs; whoever takes it over holds one of another time. */
type Claim = Key & { createdAt: Date };
/** The key is this request's, whose changes an earlier one with it may have made without answering. */
type Claimed = { claim: Claim; isApplied: boolean; madeId?: string | null };

const running = new AsyncLocalStorage<Claimed>();

/** Runs a request that holds a key, so that `isApplied` and `markApplied` know it. */
export const runClaimed = <T>(claimed: Claimed, work: () => Promise<T>): Promise<T> =>
  running.run(claimed, work);

/**
 * Whether an earlier request with this one's key made its changes and died before it answered: then only the answer
 * is missing. Known where the changes were noted by `markApplied`.
 */
export const isApplied = (): boolean => running.getStore()?.isApplied ?? false;

/** The id that `markApplied` noted of what an earlier request with this one's key made; null where nothing is made yet. */
export const madeBefore = (): string | null => running.getStore()?.madeId ?? null;

/**
 * Notes with a request's changes that they are made; without a key there is nothing to note.
 * @param madeId of what they made, for a repetition to answer with
 */
export async function markApplied(tx: Tx, madeId?: string): Promise<void> {
  const claim = running.getStore()?.claim;
  if (!claim) return;
  const { userId, key, createdAt } = claim;
  await tx.idempotencyRecord.updateMany({
    where: { userId, key, createdAt, status: null },
    data: { appliedAt: now(), appliedId: madeId },
  });
}

/** The Idempotency-Key header, checked. Null when there is none. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (!KEY.test(key)) {
    const message = text("errors.common.idempotencyKeyMustBe1200");
    throw new AppError("VALIDATION", { message, errors: { "Idempotency-Key": [message] } });
  }
  return key;
}

/**
 * Keyed hash of what an idempotency key stands for. Keyed, because the input can hold a password,
 * and a plain hash of it could be guessed from a copy of the database.
 */
export function requestHash(input: unknown): Uint8Array<ArrayBuffer> {
  const hmac = createHmac("sha256", env.NEXTAUTH_SECRET).update(canonicalJson(input));
  return new Uint8Array(hmac.digest());
}

/**
 * Claims a key for this request, or returns the first answer given for it. While the first request
 * runs, a repetition waits for its answer: the second click gets what the first one got. A request that runs for
 * longer than 30 s is taken for dead and its claim taken over, one whose changes are made after 2 s.
 * @throws AppError IDEMPOTENCY_CONFLICT for another input or endpoint, REQUEST_IN_PROGRESS after ten seconds
 */
export async function claim(
  id: Key,
  hash: Uint8Array<ArrayBuffer>,
): Promise<Claimed | { answer: StoredResponse }> {
  const giveUpAt = performance.now() + WAIT_MS;
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, MAX_LOOK_MS)) {
    const found = await claimOrFind(id, hash);
    if (found !== "running") return found;
    if (performance.now() >= giveUpAt) {
      throw new AppError("REQUEST_IN_PROGRESS", { retryAfterSeconds: 1 });
    }
    await delay(lookMs);
  }
}

/** One look at a key: a claim when it is this request's from now on. */
async function claimOrFind(
  id: Key,
  hash: Uint8Array<ArrayBuffer>,
): Promise<Claimed | { answer: StoredResponse } | "running"> {
  const createdAt = now();
  const mine = { claim: { ...id, createdAt }, isApplied: false };
  const inserted = await prisma.idempotencyRecord.createMany({
    data: [{ ...id, createdAt, requestHash: hash }],
    skipDuplicates: true,
  });
  if (inserted.count === 1) return mine;
  const { userId, key } = id;
  const found = await prisma.idempotencyRecord.findUnique({
    where: { userId_key: { userId, key } },
  });
  // Freed in between: the next look claims it.
  if (!found) return "running";
  if (found.route !== id.route || !Buffer.from(found.requestHash).equals(Buffer.from(hash))) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
  if (found.status !== null) {
    return { answer: { status: found.status, body: found.body as Record<string, unknown> } };
  }
  if (found.appliedAt !== null) {
    // Another's answer would be of a later moment.
    if (createdAt.getTime() - found.appliedAt.getTime() < ANSWERS_WITHIN_MS) return "running";
    const { appliedId: madeId } = found;
    return { claim: { ...id, createdAt: found.createdAt }, isApplied: true, madeId };
  }
  const abandonedBefore = new Date(createdAt.getTime() - ABANDONED_AFTER_MS);
  const takeover = await prisma.idempotencyRecord.updateMany({
    where: { ...id, status: null, createdAt: { equals: found.createdAt, lt: abandonedBefore } },
    data: { createdAt },
  });
  return takeover.count === 1 ? mine : "running";
}

/** Refuses a key that stands for a request of its sender to another endpoint. @throws AppError IDEMPOTENCY_CONFLICT */
export async function refuseOtherRoute({ userId, route, key }: Key): Promise<void> {
  const found = await prisma.idempotencyRecord.findUnique({
    where: { userId_key: { userId, key } },
    select: { route: true },
  });
  if (found && found.route !== route) throw new AppError("IDEMPOTENCY_CONFLICT");
}

type SentKey = { id: Key; isTaken: boolean };
const sentKeys = new AsyncLocalStorage<SentKey>();

/**
 * Runs a request whose own statement has to refuse a key that stands for another request.
 * @throws Error where none did
 */
export async function withSentKey<T>(id: Key, work: () => Promise<T>): Promise<T> {
  const sent: SentKey = { id, isTaken: false };
  const result = await sentKeys.run(sent, work);
  if (!sent.isTaken) throw new Error(`${id.route} did not look at its key`);
  return result;
}

/** The key that whoever asks has to refuse where it stands for another request; none where that was done before. */
export function takeSentKey(): Key | undefined {
  const sent = sentKeys.getStore();
  if (sent) sent.isTaken = true;
  return sent?.id;
}

/** Keeps the answer for repeats of the key, unless the claim was taken over. */
export async function complete(held: Claim, answer: StoredResponse): Promise<void> {
  await prisma.idempotencyRecord.updateMany({
    where: { ...held, status: null },
    data: {
      status: answer.status,
      body: answer.body as Prisma.InputJsonObject,
      completedAt: now(),
    },
  });
}

/**
 * Frees a key whose request failed in a way that a retry may cure, unless the claim was taken over or what it
 * changes is made.
 */
export async function release(held: Claim): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { ...held, status: null, appliedAt: null } });
}
