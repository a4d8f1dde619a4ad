import { getUser } from "@/lib/accounts/data";
import { deviceName } from "@/lib/accounts/device-rules";
import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Passkey, User } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { announceEnd, forgetAfter } from "@/lib/sessions/mutations";
import { getSettings } from "@/lib/settings/data";
import { warnUser } from "../notices";
import { userHandleOf } from "./assertions";
import { makeChallenge, relyingParty, takeChallenge } from "./challenges";
import { type PasskeyOwner, proveByPasskeyOrPassword, stillIn } from "./proof";
import type { AddPasskeyInput, Attestation, OwnerProof } from "./schema";

const MAX_PASSKEYS = 20;

/** Who changes passkeys of their own. */
export type PasskeyActor = Actor & { id: string; sessionId?: string };

const ownerOf = ({ id, sessionId = "" }: PasskeyActor): PasskeyOwner => ({ userId: id, sessionId });

/**
 * Options for a device to make a passkey, once its owner has proved who they are.
 * @throws AppError VALIDATION, TOTP_REQUIRED, PASSKEY_REQUIRED, RATE_LIMITED, CONFLICT with 20 of them
 */
export async function newPasskeyOptions(actor: PasskeyActor, proof: OwnerProof) {
  const owner = ownerOf(actor);
  const stillProved = await proveByPasskeyOrPassword(owner, proof);
  await transaction(stillProved);
  const [user, { siteName }, known, { generateRegistrationOptions }] = await Promise.all([
    getUser(actor.id),
    getSettings(),
    prisma.passkey.findMany({ where: { userId: actor.id } }),
    import("@simplewebauthn/server"),
  ]);
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty().rpID,
    userName: user.username,
    userDisplayName: user.username,
    userID: userHandleOf(actor.id),
    challenge: await makeChallenge("add", owner),
    attestationType: "none",
    // A device that has one would only replace it.
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

const tooMany = () =>
  new AppError("CONFLICT", {
    message: text("errors.accounts.tooManyPasskeys", { max: MAX_PASSKEYS }),
  });

/**
 * Keeps the passkey that a device has made, and tells its owner. The session counts as one that it opened.
 * @throws AppError VALIDATION of `credential`, CONFLICT for one that is known or one too many, UNAUTHORIZED
 */
export async function addPasskey(
  actor: PasskeyActor,
  { name, credential }: AddPasskeyInput,
  userAgent: string,
): Promise<Passkey> {
  const owner = ownerOf(actor);
  const made = await newKeyOf(owner, credential);
  if (!made) throw invalidField("credential", text("errors.accounts.passkeyNotAccepted"));
  return transaction(async (tx) => {
    await stillIn(tx, owner);
    const user = await tx.user.findUniqueOrThrow({ where: { id: actor.id } });
    if ((await tx.passkey.count({ where: { userId: user.id } })) >= MAX_PASSKEYS) throw tooMany();
    const isKnown = { credentialId: made.credentialId };
    if ((await tx.passkey.count({ where: isKnown })) > 0) throw new AppError("CONFLICT");
    const data = { ...made, userId: user.id, name: name || deviceName(userAgent) };
    const passkey = await tx.passkey.create({ data });
    await tx.session.update({ where: { id: owner.sessionId }, data: { passkeyId: passkey.id } });
    forgetAfter(tx, user.id);
    await tell(tx, actor, user, "added", passkey.name);
    return passkey;
  });
}

type NewKey = Pick<Passkey, "credentialId" | "counter" | "synced" | "transports"> & {
  publicKey: Uint8Array<ArrayBuffer>;
};

/** The key in a device's answer; null where that is not for this session's challenge, or broken. */
async function newKeyOf(owner: PasskeyOwner, attestation: Attestation): Promise<NewKey | null> {
  const { clientDataJSON, attestationObject } = attestation.response;
  const expectedChallenge = await takeChallenge(clientDataJSON, "add", owner);
  if (expectedChallenge === null) return null;
  const { rpID, origin } = relyingParty();
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { id, rawId, type, clientExtensionResults } = attestation;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: new Uint8Array(credential.publicKey),
      counter: BigInt(credential.counter),
      synced: credentialDeviceType === "multiDevice",
      transports: attestation.response.transports ?? [],
    };
  } catch (error) {
    log.info({ event: "passkey.not_added", userId: owner.userId, reason: String(error) });
    return null;
  }
}

/**
 * Forgets a passkey and ends the other sessions that it opened.
 * @throws AppError NOT_FOUND, VALIDATION, TOTP_REQUIRED, PASSKEY_REQUIRED, RATE_LIMITED, UNAUTHORIZED
 */
export async function removePasskey(
  actor: PasskeyActor,
  passkeyId: string,
  proof: OwnerProof,
): Promise<void> {
  const owner = ownerOf(actor);
  const mine = { id: passkeyId, userId: actor.id };
  if ((await prisma.passkey.count({ where: mine })) === 0) throw new AppError("NOT_FOUND");
  const stillProved = await proveByPasskeyOrPassword(owner, proof);
  await transaction(async (tx) => {
    await stillProved(tx);
    const passkey = await tx.passkey.findFirst({ where: mine });
    if (!passkey) throw new AppError("NOT_FOUND");
    await tx.session.updateMany({
      where: { passkeyId, id: { not: owner.sessionId }, revokedAt: null },
      data: { revokedAt: now(), revokedReason: "passkey-removed" },
    });
    await tx.passkey.delete({ where: { id: passkeyId } });
    await announceEnd(tx, actor.id);
    const user = await tx.user.findUniqueOrThrow({ where: { id: actor.id } });
    await tell(tx, actor, user, "removed", passkey.name);
  });
}

/** Tells the owner, and with staff the audit log, too. */
async function tell(
  tx: Tx,
  actor: PasskeyActor,
  { id, isAdmin }: User,
  change: "added" | "removed",
  name: string,
): Promise<void> {
  const title = text(change === "added" ? "notices.passkeys.added" : "notices.passkeys.removed");
  const message = text(
    change === "added" ? "notices.passkeys.addedMessage" : "notices.passkeys.removedMessage",
    { name },
  );
  await warnUser(tx, id, { title, message }, { by: actor.sessionId });
  if (!isAdmin) return;
  await appendAudit(tx, actor, {
    action: change === "added" ? "user.add-passkey" : "user.remove-passkey",
    targetType: "user",
    targetId: id,
    subjectUserId: id,
    after: { name },
  });
}
