import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { stillPassword } from "@/lib/security/credentials";
import { warnUser } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import { announceEnd } from "@/lib/sessions/mutations";
import { ALL_PERMISSIONS, STAFF_PERMISSIONS } from "@/lib/sessions/permission-rules";
import type { ChangeRightsInput, RightsDto, StaffMembers } from "./rights-schema";
import { roleOf } from "./roles";

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
    include: { staffRole: true },
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    staff: items.map((user) => ({
      id: user.id,
      username: user.username,
      email: user.email,
      permissions: user.permissions,
      role: roleOf(user, user.staffRole),
      isActive: user.isActive,
      twoFactorEnabled: user.twoFactorEnabledAt !== null,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}

/** A user's staff rights. @throws AppError NOT_FOUND */
export async function getRights(userId: string): Promise<RightsDto> {
  const user = await prisma.user.findUnique({
    where: { id: userId },
    include: { staffRole: true },
  });
  if (!user || user.erasedAt) throw new AppError("NOT_FOUND");
  const { isAdmin, permissions, staffRole } = user;
  return { userId, isStaff: isAdmin, permissions, role: roleOf(user, staffRole) };
}

/** In the order of the table, each once; "*" alone, because it holds all others. */
function tidy(permissions: readonly string[]): string[] {
  if (permissions.includes("*")) return ["*"];
  const order: readonly string[] = [...STAFF_PERMISSIONS, ...ALL_PERMISSIONS];
  return order.filter((one) => permissions.includes(one));
}

const sameRights = (a: readonly string[], b: readonly string[]) =>
  tidy(a).join() === tidy(b).join();

/**
 * Gives a user the rights of staff, changes them, or with none takes them away. Sessions read their
 * rights at each request, so this takes effect at once; live connections are made anew.
 * @throws AppError FORBIDDEN for oneself or without full rights, VALIDATION for a wrong password,
 * code or role, TOTP_REQUIRED, RATE_LIMITED, NOT_FOUND, CONFLICT when they are not what the caller saw,
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
  await transaction(async (tx) => {
    await store(tx, actor, userId, await nextRights(tx, input), input.current);
    await stillPassword(tx, actor.id, checkedHash);
  });
  return getRights(userId);
}

type Next = { permissions: string[]; role: { id: string; name: string } | null };

/** What somebody is given: areas, or what their role may do, which the database sees to as well. */
async function nextRights(tx: Tx, input: ChangeRightsInput): Promise<Next> {
  if (!input.roleId) return { permissions: tidy(input.permissions), role: null };
  const [role] = await tx.$queryRaw<{ id: string; name: string; permissions: string[] }[]>`
    SELECT id, name, permissions FROM staff_role WHERE id = ${input.roleId}::uuid FOR SHARE`;
  if (!role) throw invalidField("roleId", text("errors.staff.chooseRole"));
  return { permissions: role.permissions, role };
}

type LockedRow = {
  id: string;
  is_admin: boolean;
  is_active: boolean;
  staff_role_id: string | null;
  permissions: string[];
  erased_at: Date | null;
};

async function store(
  tx: Tx,
  actor: Actor & { id: string },
  userId: string,
  { permissions, role }: Next,
  seen: readonly string[] | undefined,
): Promise<void> {
  // Two administrators who change each other: in the order of ids, so that the second one waits and
  // then finds that they have lost the right.
  const rows = await tx.$queryRaw<LockedRow[]>`
    SELECT id, is_admin, is_active, staff_role_id, permissions, erased_at FROM app_user
    WHERE id IN (${actor.id}::uuid, ${userId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  const caller = rows.find(({ id }) => id === actor.id);
  const target = rows.find(({ id }) => id === userId);
  if (!caller?.is_active || !caller.is_admin || !caller.permissions.includes("*")) {
    throw new AppError("FORBIDDEN");
  }
  if (!target || target.erased_at) throw new AppError("NOT_FOUND");
  if (seen && !sameRights(seen, target.permissions)) throw new AppError("CONFLICT");
  const isAdmin = permissions.length > 0;
  const staffRoleId = role?.id ?? null;
  const isSameRole = target.staff_role_id === staffRoleId && target.is_admin === isAdmin;
  if (isSameRole && sameRights(permissions, target.permissions)) return;

  await tx.user.update({ where: { id: userId }, data: { isAdmin, permissions, staffRoleId } });
  await appendAudit(tx, actor, {
    action: "user.rights",
    targetType: "user",
    targetId: userId,
    subjectUserId: userId,
    before: { permissions: target.permissions, roleId: target.staff_role_id },
    after: { permissions, roleId: staffRoleId },
  });
  await warnUser(tx, userId, {
    title: text("notices.accounts.staffRightsChanged"),
    message: isAdmin
      ? text("notices.accounts.youNowUseThesePartsStaff", {
          permissions: role?.name ?? nameOf(permissions),
        })
      : text("notices.accounts.youNoLongerMemberStaff"),
  });
  await publishEvent(tx, { t: "rights", u: userId });
  await announceEnd(tx, userId);
}

function nameOf(permissions: string[]): string {
  return permissions.includes("*") ? text("notices.accounts.allOfIt") : permissions.join(", ");
}
