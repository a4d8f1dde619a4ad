import { Prisma } from "@/lib/platform/db";

/**
 * Queues notifications for the devices and the mailbox of whoever wants their kind there; part of the statement that
 * writes them, so that none goes out of a transaction that rolls back.
 * @param rows a query of id, user_id, kind
 * @param by the session that did what it tells of: its device shows it already
 */
export const queueDispatches = (rows: Prisma.Sql, by?: string): Prisma.Sql => Prisma.sql`
  INSERT INTO notification_dispatch (notification_id, subscription_id)
  SELECT n.id, goes.subscription_id
  FROM (${rows}) n JOIN notification_setting s ON s.user_id = n.user_id
  CROSS JOIN LATERAL (
    SELECT p.id FROM push_subscription p
    WHERE p.user_id = n.user_id AND NOT p.for_staff AND n.kind = ANY (s.push) AND p.session_id IS DISTINCT FROM ${by ?? null}::uuid
    UNION ALL SELECT NULL WHERE n.kind = ANY (s.mail)
  ) goes (subscription_id)`;
