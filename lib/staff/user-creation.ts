import type { RegisterInput } from "@/lib/accounts/schema";
import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Tx } from "@/lib/platform/db";
import { text } from "@/lib/platform/text";
import { ONE_TIME_HOURS, oneTimePassword } from "@/lib/security/credentials";
import { warnUser } from "@/lib/security/notices";
import { openAccount } from "@/lib/security/registration";

const OPENED = {
  title: text("notices.accounts.accountOpened"),
  message: text("notices.accounts.supportOpenedAccount", { hours: ONE_TIME_HOURS }),
};

/**
 * Opens an account for somebody, under the rules of a registration and without signing it in. Its first password
 * is for one login; the owner is told.
 * @returns the new user's id
 * @throws AppError VALIDATION (unknown referral code), USERNAME_TAKEN, EMAIL_TAKEN
 */
export function createByStaff(actor: Actor, input: RegisterInput): Promise<string> {
  return openAccount(input, async (tx: Tx, { id }) => {
    await tx.user.update({ where: { id }, data: oneTimePassword() });
    await warnUser(tx, id, OPENED, { support: {} });
    // No personal data: the audit log can't forget.
    await appendAudit(tx, actor, {
      action: "user.create",
      targetType: "user",
      targetId: id,
      subjectUserId: id,
      after: { isActive: true },
    });
    return id;
  });
}
