import type { RegisterInput } from "@/lib/accounts/schema";
import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Tx } from "@/lib/platform/db";
import { openAccount } from "@/lib/security/registration";

/**
 * Opens an account for somebody, under the rules of a registration and without signing it in.
 * @returns the new user's id
 * @throws AppError VALIDATION (unknown referral code), USERNAME_TAKEN, EMAIL_TAKEN
 */
export function createByStaff(actor: Actor, input: RegisterInput): Promise<string> {
  return openAccount(input, async (tx: Tx, { id }) => {
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
