import { randomBytes } from "node:crypto";
import { prisma } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { now } from "@/lib/platform/time";
import type { PasskeyPurpose } from "./schema";

/** Long enough to look for a device and to scan a code with it. */
const VALID_MINUTES = 5;
const CHALLENGE_BYTES = 32;

/** Whose session a challenge is made for; null for logging in, where nobody is known yet. */
export type ChallengeOwner = { userId: string; sessionId: string } | null;

/** The site as devices know it: keys of one site are never asked for by another. */
export function relyingParty(): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(siteOrigin());
  return { rpID: hostname, origin };
}

const bound = (purpose: PasskeyPurpose, owner: ChallengeOwner) => ({
  purpose,
  userId: owner?.userId ?? null,
  sessionId: owner?.sessionId ?? null,
});

/** Makes what a device is to sign, for one purpose of one session, and forgets those that are too old. */
export async function makeChallenge(
  purpose: PasskeyPurpose,
  owner: ChallengeOwner,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  await prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lte: now() } } });
  await prisma.passkeyChallenge.create({
    data: {
      ...bound(purpose, owner),
      challenge: Buffer.from(bytes).toString("base64url"),
      expiresAt: new Date(now().getTime() + VALID_MINUTES * 60_000),
    },
  });
  return bytes;
}

/**
 * Uses up the challenge that a device signed; of two that come with it at once, one gets it.
 * @param clientDataJSON what the device signed, in base64url
 * @returns the challenge, or null where it was not made for this purpose and session, was used, or is too old
 */
export async function takeChallenge(
  clientDataJSON: string,
  purpose: PasskeyPurpose,
  owner: ChallengeOwner,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const { count } = await prisma.passkeyChallenge.deleteMany({
    where: { ...bound(purpose, owner), challenge, expiresAt: { gt: now() } },
  });
  return count === 1 ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()) as {
      challenge?: unknown;
    } | null;
    return typeof data?.challenge === "string" ? data.challenge : null;
  } catch {
    return null;
  }
}
