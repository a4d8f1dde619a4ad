import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { publishEvent } from "@/lib/platform/outbox";
import { REVOKED_EVENT } from "@/lib/platform/realtime";
import { text } from "@/lib/platform/text";
import { stillPassword } from "@/lib/security/credentials";
import { warnUser } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import { STAFF_PERMISSIONS } from "@/lib/sessions/permission-rules";
import type { ChangeRightsInput, RightsDto, StaffMembers } from "./rights-schema";

/** A page of the members of staff, newest first. */
export async function listStaff({
  limit,
  cursor,
}: {
  limit: number;
  cursor?: string;
}): Promise<StaffMembers> {
  const rows = await prisma.user.findMany({
    where: {
      isAdmin: true,
      erasedAt: null,
      ...(cursor === undefined ? {} : { id: { lt: cursor } }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    staff: items.map((user) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      permissions: user.permissions,
      isActive: user.isActive,
      twoFactorEnabled: user.twoFactorEnabledAt !== null,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** A user's staff rights. @throws AppError NOT_FOUND */
export async function getRights(userId: string): Promise<RightsDto> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user || user.erasedAt) throw new AppError("NOT_FOUND");
  return { userId, isStaff: user.isAdmin, permissions: user.permissions };
}

/** In the order of the table, each once; "*" alone, because it holds all others. */
function tidy(permissions: readonly string[]): string[] {
  if (permissions.includes("*")) return ["*"];
  return STAFF_PERMISSIONS.filter((one) => permissions.includes(one));
}

const sameRights = (a: readonly string[], b: readonly string[]) =>
  tidy(a).join() === tidy(b).join();

/**
 * Gives a user the rights of staff, changes them, or with none takes them away. Sessions read their
 * rights at each request, so this takes effect at once; live connections are made anew.
 * @throws AppError FORBIDDEN for oneself or without full rights, VALIDATION for a wrong password or
 * code, TOTP_REQUIRED, RATE_LIMITED, NOT_FOUND, CONFLICT when they are not what the caller saw,
 * LAST_FULL_ADMIN
 */
export async function changeRights(
  actor: Actor & { id: string },
  userId: string,
  input: ChangeRightsInput,
): Promise<RightsDto> {
  if (actor.id === userId) {
    throw new AppError("FORBIDDEN", {
      message: text("errors.accounts.somebodyElseChangeYourRights"),
    });
  }
  const checkedHash = await checkProof(actor.id, input);
  const permissions = tidy(input.permissions);
  await transaction(async (tx) => {
    await store(tx, actor, userId, permissions, input.current);
    await stillPassword(tx, actor.id, checkedHash);
  });
  return { userId, isStaff: permissions.length > 0, permissions };
}

type LockedRow = {
  id: string;
  is_admin: boolean;
  is_active: boolean;
  permissions: string[];
  erased_at: Date | null;
};

async function store(
  tx: Tx,
  actor: Actor & { id: string },
  userId: string,
  permissions: string[],
  seen: readonly string[] | undefined,
): Promise<void> {
  // Two administrators who change each other: in the order of ids, so that the second one waits and
  // then finds that they have lost the right.
  const rows = await tx.$queryRaw<LockedRow[]>`
    SELECT id, is_admin, is_active, permissions, erased_at FROM app_user
    WHERE id IN (${actor.id}::uuid, ${userId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  const caller = rows.find(({ id }) => id === actor.id);
  const target = rows.find(({ id }) => id === userId);
  if (!caller?.is_active || !caller.is_admin || !caller.permissions.includes("*")) {
    throw new AppError("FORBIDDEN");
  }
  if (!target || target.erased_at) throw new AppError("NOT_FOUND");
  if (seen && !sameRights(seen, target.permissions)) throw new AppError("CONFLICT");
  const isAdmin = permissions.length > 0;
  if (target.is_admin === isAdmin && sameRights(permissions, target.permissions)) return;

  await tx.user.update({ where: { id: userId }, data: { isAdmin, permissions } });
  await appendAudit(tx, actor, {
    action: "user.rights",
    targetType: "user",
    targetId: userId,
    subjectUserId: userId,
    before: { permissions: target.permissions },
    after: { permissions },
  });
  await warnUser(tx, userId, {
    title: text("notices.accounts.staffRightsChanged"),
    message: isAdmin
      ? text("notices.accounts.youNowUseThesePartsStaff", { permissions: nameOf(permissions) })
      : text("notices.accounts.youNoLongerMemberStaff"),
  });
  await publishEvent(tx, { t: "rights", u: userId }, { t: REVOKED_EVENT, u: userId });
}

function nameOf(permissions: string[]): string {
  return permissions.includes("*") ? text("notices.accounts.allOfIt") : permissions.join(", ");
}
