import type { Db, Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";

type Row = {
  id: string;
  username: string;
  email: string;
  isAdmin: boolean;
  isActive: boolean;
  isFull: boolean;
  erasedAt: Date | null;
};

/** The user whom staff act on, locked until the caller's transaction ends. */
export type StaffTarget = Omit<Row, "isFull" | "erasedAt">;

/**
 * Lets a member of staff act on an account: not on their own, and on another member of staff's only
 * with full rights, since whoever sets a colleague's password has the colleague's rights. Rights are
 * read under a lock, so that of two who act against each other the second finds theirs gone.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function lockTarget(
  tx: Tx,
  actor: { id: string | null },
  userId: string,
): Promise<StaffTarget> {
  if (actor.id === userId) {
    throw new AppError("FORBIDDEN", { message: text("errors.accounts.youCantDoYourOwnAccount") });
  }
  // In the order of ids, as everybody who locks two people does.
  const rows = await tx.$queryRaw<Row[]>`
    SELECT id, username, email, is_admin AS "isAdmin", is_active AS "isActive",
      is_admin AND is_active AND '*' = ANY (permissions) AS "isFull", erased_at AS "erasedAt"
    FROM app_user WHERE id IN (${actor.id}::uuid, ${userId}::uuid) ORDER BY id FOR NO KEY UPDATE`;
  const target = rows.find(({ id }) => id === userId);
  if (!target || target.erasedAt) throw new AppError("NOT_FOUND");
  if (target.isAdmin && !rows.find(({ id }) => id === actor.id)?.isFull) {
    throw new AppError("FORBIDDEN", {
      message: text("errors.accounts.onlyFullAdministratorCanDoMember"),
    });
  }
  const { id, username, email, isAdmin, isActive } = target;
  return { id, username, email, isAdmin, isActive };
}

/** Whether an account has all rights now: those that let a request in may be gone by the time that it writes. */
export async function isFullAdmin(db: Db, id: string): Promise<boolean> {
  const where = { id, isAdmin: true, isActive: true, permissions: { has: "*" } };
  return (await db.user.count({ where })) > 0;
}
