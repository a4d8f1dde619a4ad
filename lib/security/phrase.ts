/** What somebody recognises the site's mails by. docs/decisions/security/phrase.md */

import { type Tx, transaction } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { openPhrase, sealPhrase } from "@/lib/platform/mail";
import { text } from "@/lib/platform/text";
import { stillPassword } from "./credentials";
import { warnUser } from "./notices";
import type { SetPhraseInput } from "./phrase-schema";
import { checkProof } from "./two-factor";

type Owner = { id: string; sessionId?: string; hasJustSignedIn: boolean };

/**
 * Chooses the phrase, or removes it with an empty one. Within 15 minutes after a login its password counts.
 * @returns the phrase, null for none
 * @throws AppError VALIDATION for a missing or wrong password or code, TOTP_REQUIRED, RATE_LIMITED
 */
export async function setPhrase(
  owner: Owner,
  { phrase, password, totp }: SetPhraseInput,
): Promise<string | null> {
  const { id } = owner;
  if (!password && !owner.hasJustSignedIn) {
    throw invalidField("password", text("errors.registration.enterPassword"));
  }
  const checkedHash = password ? await checkProof(id, { password, totp }) : null;
  const chosen = phrase === "" ? null : phrase;
  return transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM app_user WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (checkedHash !== null) await stillPassword(tx, id, checkedHash);
    const { sealedPhrase } = await tx.user.findUniqueOrThrow({ where: { id } });
    const before = openPhrase(sealedPhrase);
    if (before === chosen) return chosen;
    // The mail about a change has the phrase that its reader knows: the new one may be a thief's.
    if (before !== null) await tell(tx, owner, chosen === null);
    const data = { sealedPhrase: chosen === null ? null : sealPhrase(chosen) };
    await tx.user.update({ where: { id }, data });
    if (before === null) await tell(tx, owner, false);
    return chosen;
  });
}

const tell = (tx: Tx, { id, sessionId }: Owner, isRemoved: boolean) =>
  warnUser(
    tx,
    id,
    {
      title: text(isRemoved ? "notices.phrase.removed" : "notices.phrase.changed"),
      message: text(isRemoved ? "notices.phrase.removedMessage" : "notices.phrase.changedMessage"),
    },
    { by: sessionId },
  );
