import { cookies } from "next/headers";
import { ZONE_COOKIE } from "@/components/ui/choices/zone-cookie";
import { isTimeZone, UTC } from "@/lib/platform/ui/date-time";

/** The zone that this request's reader wants times in; UTC before the browser has said it. */
export async function shownZone(): Promise<string> {
  const kept = (await cookies()).get(ZONE_COOKIE)?.value;
  return kept !== undefined && isTimeZone(kept) ? kept : UTC;
}
