import { createHmac } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { canonicalJson } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";

/** A record without an answer that is older than this belongs to a request that died. */
const ABANDONED_AFTER_MS = 30_000;
/** How long a repetition waits for the first answer. It looks ever more seldom: hundreds may wait at once. */
const WAIT_MS = 10_000;
const FIRST_LOOK_MS = 50;
const MAX_LOOK_MS = 1_000;
const KEY = /^[\x20-\x7e]{1,200}$/;

export type StoredAnswer = { status: number; body: Record<string, unknown> };
type Claim = { userId: string; route: string; key: string };

/** The Idempotency-Key header, checked. Null when there is none. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (!KEY.test(key)) {
    const text = "Idempotency-Key must be 1 to 200 printable characters";
    throw new AppError("VALIDATION", { message: text, errors: { "Idempotency-Key": [text] } });
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
 * runs, a repetition waits for its answer: the second click gets what the first one got.
 * @throws AppError IDEMPOTENCY_CONFLICT for another input, REQUEST_IN_PROGRESS after ten seconds
 */
export async function claim(
  id: Claim,
  hash: Uint8Array<ArrayBuffer>,
): Promise<StoredAnswer | null> {
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

/** One look at a key: null when it is this request's from now on. */
async function claimOrFind(
  id: Claim,
  hash: Uint8Array<ArrayBuffer>,
): Promise<StoredAnswer | "running" | null> {
  const inserted = await prisma.idempotencyRecord.createMany({
    data: [{ ...id, requestHash: hash }],
    skipDuplicates: true,
  });
  if (inserted.count === 1) return null;
  const found = await prisma.idempotencyRecord.findUnique({ where: { userId_route_key: id } });
  // Freed in between: the next look claims it.
  if (!found) return "running";
  if (!Buffer.from(found.requestHash).equals(Buffer.from(hash))) {
    throw new AppError("IDEMPOTENCY_CONFLICT");
  }
  if (found.status !== null) {
    return { status: found.status, body: found.body as Record<string, unknown> };
  }
  const takeover = await prisma.idempotencyRecord.updateMany({
    where: {
      ...id,
      status: null,
      createdAt: { equals: found.createdAt, lt: new Date(now().getTime() - ABANDONED_AFTER_MS) },
    },
    data: { createdAt: now() },
  });
  return takeover.count === 1 ? null : "running";
}

/** Keeps the answer for repeats of the key. */
export async function complete(id: Claim, answer: StoredAnswer): Promise<void> {
  await prisma.idempotencyRecord.update({
    where: { userId_route_key: id },
    data: {
      status: answer.status,
      body: answer.body as Prisma.InputJsonObject,
      completedAt: now(),
    },
  });
}

/** Frees a key whose request failed in a way that a retry may cure. */
export async function release(id: Claim): Promise<void> {
  await prisma.idempotencyRecord.deleteMany({ where: { ...id, status: null } });
}
