/** Roles of staff: what each may do and up to which amount. Full administrators make and change them. */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { StaffRole } from "@/lib/generated/prisma/client";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { stillPassword } from "@/lib/security/credentials";
import { warnStaff, warnUser } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import { announceEnd } from "@/lib/sessions/mutations";
import {
  ADMINISTRATOR_ROLE,
  ALL_PERMISSIONS,
  type BuiltInRole,
  MONEY_PERMISSIONS,
} from "@/lib/sessions/permission-rules";
import type {
  ChangeRoleInput,
  CreateRoleInput,
  RemoveRoleInput,
  RoleDto,
  RoleOf,
} from "./role-schema";
import { isFullAdmin } from "./target";

type Admin = Actor & { id: string };
type Counted = StaffRole & { _count: { members: number } };
// Without the second condition all users would be counted, as those without a role.
const counted = {
  _count: { select: { members: { where: { erasedAt: null, staffRoleId: { not: null } } } } },
} as const;

/** The role of somebody as staff see it; full rights without a role are shown as the administrator's. */
export function roleOf(
  user: { isAdmin: boolean; permissions: string[] },
  role: Pick<StaffRole, "id" | "key" | "name"> | null,
): RoleOf {
  if (role) return { id: role.id, key: role.key as BuiltInRole | null, name: role.name };
  if (!user.isAdmin || !user.permissions.includes("*")) return null;
  return { id: ADMINISTRATOR_ROLE, key: "administrator", name: "Administrator" };
}

function serialize({ _count, ...role }: Counted): RoleDto {
  const limits = Object.entries(role.limits as Record<string, string>);
  return {
    id: role.id,
    key: role.key as BuiltInRole | null,
    name: role.name,
    permissions: role.permissions,
    limits: Object.fromEntries(limits.map(([one, micro]) => [one, formatMicro(BigInt(micro))])),
    members: _count.members,
    updatedAt: role.updatedAt.toISOString(),
  };
}

/** All roles: the built-in ones first, then a site's own by name. */
export async function listRoles(): Promise<RoleDto[]> {
  const rows = await prisma.staffRole.findMany({
    include: counted,
    orderBy: [{ key: { sort: "asc", nulls: "last" } }, { name: "asc" }],
  });
  const withoutRole = await prisma.user.count({
    where: { isAdmin: true, erasedAt: null, staffRoleId: null, permissions: { has: "*" } },
  });
  const roles = rows.map(serialize);
  for (const role of roles) if (role.id === ADMINISTRATOR_ROLE) role.members += withoutRole;
  return roles;
}

/** In the order of the table, each once, and limits of what the role may do only. */
function stored({ permissions, limits }: Pick<CreateRoleInput, "permissions" | "limits">) {
  return {
    permissions: ALL_PERMISSIONS.filter((one) => permissions.includes(one)) as string[],
    limits: Object.fromEntries(
      MONEY_PERMISSIONS.flatMap((one) => {
        const limit = limits[one];
        if (limit === undefined || !permissions.includes(one)) return [];
        return [[one, String(parseMicro(limit) ?? 0n)]];
      }),
    ),
  };
}

type State = Pick<StaffRole, "name" | "permissions"> & { limits: Record<string, string> };
const stateOf = ({ name, permissions, limits }: StaffRole): State => ({
  name,
  permissions,
  limits: limits as Record<string, string>,
});

/**
 * Does a change of a role as a full administrator who has given their password.
 * @throws AppError FORBIDDEN, VALIDATION for a wrong password or code or a name that is taken,
 *   TOTP_REQUIRED, RATE_LIMITED
 */
async function asFullAdmin<T>(
  actor: Admin,
  proof: RemoveRoleInput,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const checkedHash = await checkProof(actor.id, proof);
  try {
    return await transaction(async (tx) => {
      if (!(await isFullAdmin(tx, actor.id))) throw new AppError("FORBIDDEN");
      const done = await work(tx);
      await stillPassword(tx, actor.id, checkedHash);
      return done;
    });
  } catch (error) {
    if (violatedUnique(error)?.includes("name")) {
      throw invalidField("name", text("errors.staff.nameTaken"));
    }
    throw error;
  }
}

async function record(
  tx: Tx,
  actor: Admin,
  { id, action, before, after }: { id: string; action: string; before?: State; after?: State },
): Promise<void> {
  await appendAudit(tx, actor, { action, targetType: "role", targetId: id, before, after });
  await warnStaff(tx, actor, ["*"], {
    title: text("notices.accounts.roleChanged"),
    message: text("notices.accounts.roleChangedBy", {
      who: actor.name,
      role: (after ?? before)?.name ?? "",
    }),
  });
}

/** Makes a role. @throws AppError as asFullAdmin() */
export async function createRole(actor: Admin, input: CreateRoleInput): Promise<RoleDto> {
  const made = madeBefore();
  if (made) {
    return serialize(
      await prisma.staffRole.findUniqueOrThrow({ where: { id: made }, include: counted }),
    );
  }
  const { password, totp, ...fields } = input;
  return asFullAdmin(actor, { password, totp }, async (tx) => {
    const data = { name: fields.name, ...stored(fields) };
    const role = await tx.staffRole.create({ data, include: counted });
    await record(tx, actor, { id: role.id, action: "role.create", after: stateOf(role) });
    await markApplied(tx, role.id);
    return serialize(role);
  });
}

/**
 * Changes a role; its members have what it becomes at once, and are told.
 * @throws AppError NOT_FOUND, CONFLICT when it is not what the caller saw, FORBIDDEN for what of a
 *   built-in role stays as it is, and as asFullAdmin()
 */
export async function changeRole(
  actor: Admin,
  id: string,
  input: ChangeRoleInput,
): Promise<RoleDto> {
  const { password, totp, seen, ...fields } = input;
  return asFullAdmin(actor, { password, totp }, async (tx) => {
    const [locked] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM staff_role WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    if (!locked) throw new AppError("NOT_FOUND");
    const role = await tx.staffRole.findUniqueOrThrow({ where: { id } });
    if (role.updatedAt.toISOString() !== seen) throw new AppError("CONFLICT");
    const permissions = (fields.permissions ?? role.permissions) as CreateRoleInput["permissions"];
    const next = stored({ permissions, limits: fields.limits });
    const data = {
      name: fields.name ?? role.name,
      limits: next.limits,
      permissions: fields.permissions ? next.permissions : role.permissions,
      updatedAt: now(),
    };
    const changed = await tx.staffRole.update({ where: { id }, data, include: counted });
    await record(tx, actor, {
      id,
      action: "role.change",
      before: stateOf(role),
      after: stateOf(changed),
    });
    await tellMembers(tx, changed);
    return serialize(changed);
  });
}

async function tellMembers(tx: Tx, { id, name }: StaffRole): Promise<void> {
  const members = await tx.user.findMany({
    where: { staffRoleId: id, isActive: true },
    select: { id: true },
  });
  for (const member of members) {
    await warnUser(tx, member.id, {
      title: text("notices.accounts.staffRightsChanged"),
      message: text("notices.accounts.yourRoleChanged", { role: name }),
    });
    await publishEvent(tx, { t: "rights", u: member.id });
    await announceEnd(tx, member.id);
  }
}

/**
 * Removes a role that nobody has.
 * @throws AppError NOT_FOUND, ROLE_IN_USE, FORBIDDEN for a built-in one, and as asFullAdmin()
 */
export async function removeRole(actor: Admin, id: string, proof: RemoveRoleInput): Promise<void> {
  await asFullAdmin(actor, proof, async (tx) => {
    await tx.$queryRaw`SELECT id FROM staff_role WHERE id = ${id}::uuid FOR UPDATE`;
    const role = await tx.staffRole.findUnique({ where: { id }, include: { members: true } });
    if (!role) throw new AppError("NOT_FOUND");
    if (role.members.length > 0) throw new AppError("ROLE_IN_USE");
    await tx.staffRole.delete({ where: { id } });
    await record(tx, actor, { id, action: "role.delete", before: stateOf(role) });
  });
}
