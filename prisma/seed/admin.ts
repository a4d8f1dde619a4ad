import { appendAudit, SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { hashPassword } from "@/lib/platform/security/passwords";
import { createUser } from "@/lib/security/registration";

/** Whether somebody runs the site already. */
export async function hasAdministrator(): Promise<boolean> {
  return (await prisma.user.count({ where: { isAdmin: true, erasedAt: null } })) > 0;
}

/**
 * Makes the first administrator of a site that has none.
 * @param keepPassword called inside the transaction: a password that can't be kept makes nobody
 * @returns their username when one was made now
 */
export async function seedAdmin(keepPassword?: () => Promise<void>): Promise<string | null> {
  if (await hasAdministrator()) return null;
  if (!env.ADMIN_PASSWORD) throw new Error("ADMIN_PASSWORD is needed for the first administrator");
  const passwordHash = await hashPassword(env.ADMIN_PASSWORD);
  await transaction(async (tx) => {
    const admin = await createUser(tx, {
      username: env.ADMIN_USERNAME,
      email: env.ADMIN_EMAIL,
      passwordHash,
      country: "",
      countryCode: "",
      phoneNumber: "",
      gender: "",
      isAdmin: true,
      permissions: ["*"],
    });
    await appendAudit(tx, SYSTEM_ACTOR, {
      action: "user.create-admin",
      targetType: "user",
      targetId: admin.id,
      subjectUserId: admin.id,
      after: { username: admin.username },
    });
    await keepPassword?.();
  });
  return env.ADMIN_USERNAME;
}
