/**
 * The guard around settings that protect users against staff and thieves: who could lift such a
 * rule alone, and put it back, would not be bound by it.
 */
import { checkPassword, stillPassword } from "@/lib/accounts/credentials";
import { getUser } from "@/lib/accounts/data";
import { warnStaff } from "@/lib/accounts/security-notice";
import { requireCode } from "@/lib/accounts/two-factor";
import type { Actor } from "@/lib/audit/mutations";
import { type Db, prisma, type Tx } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { readSettings } from "./data";
import { sameSetting } from "./rules";
import type { Settings } from "./schema";
import { GUARDED_SETTINGS, type GuardedSetting } from "./sections";

type Changes = Partial<Settings>;

/** What proves that it is the person themselves who changes a guarded setting. */
export type Proof = { password?: string; totp?: string };

const NAMES: Record<GuardedSetting, string> = {
  staffTwoFactorRequired: "two-factor for staff",
  balanceApprovalThreshold: "the USDT above which a balance change needs a colleague",
  withdrawalHoldHours: "the hours that withdrawals are held after a security change",
};

const changedGuards = (changes: Changes, current: Settings): GuardedSetting[] =>
  GUARDED_SETTINGS.filter(
    (key) => changes[key] !== undefined && !sameSetting(changes[key], current[key]),
  );

async function requireFullAdmin(db: Db, { id }: Actor): Promise<string> {
  const user = id === null ? null : await db.user.findUnique({ where: { id } });
  if (!user?.isAdmin || !user.isActive || !user.permissions.includes("*")) {
    throw new AppError("FORBIDDEN", {
      message: "Only full administrators may change rules that protect users",
    });
  }
  return user.id;
}

/**
 * Lets guarded settings be changed by full administrators only, with password and code, as rights are.
 * @returns the hash that the password was compared with, for `closeGuard`; null when no guarded
 *   setting changes
 * @throws AppError FORBIDDEN, VALIDATION for a missing or wrong password or code, TOTP_REQUIRED,
 *   RATE_LIMITED
 */
export async function openGuard(
  actor: Actor,
  changes: Changes,
  { password, totp }: Proof,
): Promise<string | null> {
  if (changedGuards(changes, await readSettings(prisma)).length === 0) return null;
  const id = await requireFullAdmin(prisma, actor);
  if (!password) throw invalidField("password", "Please enter a password");
  const checkedHash = await checkPassword(id, password, "password");
  await requireCode(await getUser(id), totp);
  return checkedHash;
}

/**
 * Looks once more, in the transaction that stores the changes, and tells all full administrators.
 * @throws AppError as `openGuard`; UNAUTHORIZED when the password was replaced meanwhile
 */
export async function closeGuard(
  tx: Tx,
  actor: Actor,
  changes: Changes,
  current: Settings,
  checkedHash: string | null,
): Promise<void> {
  const keys = changedGuards(changes, current);
  if (keys.length === 0) return;
  // Somebody changed it between the check and the lock: what was no change now is one.
  if (checkedHash === null) throw invalidField("password", "Please enter a password");
  if (actor.id !== null) await stillPassword(tx, actor.id, checkedHash);
  await requireFullAdmin(tx, actor);
  const lines = keys.map(
    (key) => `${NAMES[key]} (from ${textOf(current[key])} to ${textOf(changes[key])})`,
  );
  await warnStaff(tx, ["*"], {
    title: "Protective settings changed",
    message:
      `${actor.name} changed ${lines.join(" and ")}. If this was not agreed, ` +
      "change it back and change the passwords of staff.",
  });
}

function textOf(value: unknown): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}
