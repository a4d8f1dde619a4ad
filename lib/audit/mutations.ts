import type { Tx } from "@/lib/platform/db";
import { canonicalJson } from "@/lib/platform/security/hash";

/** Who acts, from where: kept with every audit entry, but for the session. A null id is the system itself. */
export type Actor = {
  id: string | null;
  name: string;
  sessionId?: string;
  requestId?: string;
  ip?: string;
};

/** The system acting on its own, for jobs and start-up. */
export const SYSTEM_ACTOR: Actor = { id: null, name: "system" };

export type AuditInput = {
  action: string;
  targetType: string;
  targetId?: string;
  /** The user whom this touches; they can read the entry. */
  subjectUserId?: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
};

/**
 * Appends an entry to the audit log in the caller's transaction, so that the action and its record
 * stand or fall together. Never pass secrets in `before` or `after`.
 */
export async function appendAudit(tx: Tx, actor: Actor, entry: AuditInput): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : canonicalJson(value));
  await tx.$queryRaw`
    SELECT audit_append(
      ${actor.id}::uuid, ${actor.name}, ${entry.action}, ${entry.targetType},
      ${entry.targetId ?? null}, ${entry.subjectUserId ?? null}::uuid,
      ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb, ${entry.reason ?? null},
      ${actor.requestId ?? null}, ${actor.ip ?? null})`;
}
