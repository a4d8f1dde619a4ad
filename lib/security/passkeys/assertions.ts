import type { Passkey, User } from "@/lib/generated/prisma/client";
import { prisma, type Tx } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import type { Assertion } from "./assertion-schema";
import { type ChallengeOwner, makeChallenge, relyingParty, takeChallenge } from "./challenges";
import type { PasskeyPurpose } from "./schema";

/** A passkey that has just proved that its owner is there, and how often it says that it was used. */
export type UsedPasskey = { passkey: Passkey & { user: User }; counter: bigint };

/** Loaded when it is needed: most requests have nothing to do with it. */
const webauthn = () => import("@simplewebauthn/server");

/** What a device knows its owner by: the user's id, which says nothing about them. */
export const userHandleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(userId));

/** Options for a device to prove that its owner is there, by a gesture that only they can make. */
export async function assertionOptions(purpose: PasskeyPurpose, owner: ChallengeOwner) {
  const { generateAuthenticationOptions } = await webauthn();
  const passkeys = owner ? await prisma.passkey.findMany({ where: { userId: owner.userId } }) : [];
  return generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: await makeChallenge(purpose, owner),
    userVerification: "required",
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
  });
}

/**
 * Checks what a device signed, and uses up its challenge. Count the use with countUse() where it lets somebody do
 * something.
 * @returns null where it is not the site's, not its owner's, not for this purpose and session, or was there before
 */
export async function checkAssertion(
  assertion: Assertion,
  purpose: PasskeyPurpose,
  owner: ChallengeOwner,
): Promise<UsedPasskey | null> {
  const { clientDataJSON, userHandle, ...signed } = assertion.response;
  const expectedChallenge = await takeChallenge(clientDataJSON, purpose, owner);
  const passkey = await prisma.passkey.findUnique({
    where: { credentialId: assertion.id },
    include: { user: true },
  });
  if (expectedChallenge === null || !passkey) return null;
  if (owner && passkey.userId !== owner.userId) return null;
  if (userHandle && userHandle !== handleText(passkey.userId)) return null;
  const { rpID, origin } = relyingParty();
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        authenticatorAttachment: assertion.authenticatorAttachment ?? undefined,
        response: { ...signed, clientDataJSON, userHandle: userHandle ?? undefined },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Each device that a synced one is on counts by itself.
        counter: passkey.synced ? 0 : Number(passkey.counter),
      },
    });
    const isSynced = authenticationInfo.credentialDeviceType === "multiDevice";
    if (!verified || isSynced !== passkey.synced) return null;
    return { passkey, counter: BigInt(authenticationInfo.newCounter) };
  } catch (error) {
    log.info({ event: "passkey.refused", passkeyId: passkey.id, reason: String(error) });
    return null;
  }
}

const handleText = (userId: string) => Buffer.from(userHandleOf(userId)).toString("base64url");

/** Counts the use of a passkey. False where it is gone by now, or was used meanwhile and counts. */
export async function countUse(tx: Tx, { passkey, counter }: UsedPasskey): Promise<boolean> {
  const { id, synced, counter: before } = passkey;
  const { count } = await tx.passkey.updateMany({
    where: { id, ...(synced ? {} : { counter: before }) },
    data: { counter, lastUsedAt: now() },
  });
  return count === 1;
}

/** The refusal of what a device signed, where a form sends it. */
export const refusedPasskey = () =>
  invalidField("passkey", text("errors.accounts.passkeyNotAccepted"));
