import { prisma } from "@/lib/platform/db";
import { defineJob } from "@/lib/platform/jobs";

/** How far back the first run counts. */
const FIRST_DAYS = 30;

/**
 * Adds up storage by UTC day, for the staff's overview: yesterday and today again, and whatever days went
 * by since the last run.
 */
export async function countStorageDays(): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO storage_day (day, conversions, volume_micro)
    SELECT d.day, count(v.id), coalesce(sum(v.usdt_micro), 0)::bigint
    FROM generate_series(
      coalesce((SELECT max(day) - 1 FROM storage_day), (app_now() AT TIME ZONE 'UTC')::date - ${FIRST_DAYS}::integer)::timestamp,
      (app_now() AT TIME ZONE 'UTC')::date::timestamp, '1 day') AS d (day)
    LEFT JOIN vault_conversion v ON v.created_at >= d.day AT TIME ZONE 'UTC' AND v.created_at < (d.day + interval '1 day') AT TIME ZONE 'UTC'
      AND v.status = 'filled' AND v.currency = 'USDT'
    GROUP BY d.day
    ON CONFLICT (day) DO UPDATE SET conversions = excluded.conversions, volume_micro = excluded.volume_micro`;
}

/** Keeps the sums of storage by day. */
export const storageDaysJob = defineJob({
  name: "storage-days",
  schedule: "*/5 * * * *",
  handler: countStorageDays,
});
