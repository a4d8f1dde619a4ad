import type { User } from "@/lib/generated/prisma/client";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { type Device, wasSignedInFrom } from "../devices";
import { enter, refuseClosed } from "../login";
import type { Assertion } from "./assertion-schema";
import { checkAssertion, countUse } from "./assertions";

/**
 * Logs a person in with a passkey, which is password and second factor in one. With a password of support's it does
 * not: that one has to be replaced first.
 * @throws AppError INVALID_CREDENTIALS, which says nothing of why, ACCOUNT_INACTIVE, ACCOUNT_FROZEN
 */
export async function signInByPasskey(
  assertion: Assertion,
  device: Device,
): Promise<{ user: User; token: string }> {
  const used = await checkAssertion(assertion, "sign-in", null);
  // Without a user handle it is a key that a password was asked for before, and not one that says whose it is.
  if (!used || !assertion.response.userHandle || used.passkey.user.erasedAt) throw refused();
  const { user, id } = used.passkey;
  await refuseClosed(user, device);
  if (user.mustChangePassword) {
    throw new AppError("INVALID_CREDENTIALS", {
      message: text("errors.accounts.passwordBeforePasskey"),
    });
  }
  const isKnown = await wasSignedInFrom(user.id, device);
  const token = await enter(user, device, isKnown, {
    // A new password of support's, while the device was asked.
    where: { passwordHash: user.passwordHash },
    passkeyId: id,
    first: async (tx) => {
      if (!(await countUse(tx, used))) throw refused();
    },
  });
  return { user, token };
}

const refused = () =>
  new AppError("INVALID_CREDENTIALS", { message: text("errors.accounts.passkeyNotAccepted") });
