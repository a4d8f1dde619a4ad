import { useTranslations } from "next-intl";
import type { Unconfirmed } from "@/lib/platform/client/request-key";
import { formatDateTime } from "@/lib/platform/ui/format";
import { useClockOffset } from "./live/realtime-state";

/**
 * Tells the answer to an earlier sending, which may be days old, from that of an order done now.
 * @param unconfirmed what was unconfirmed when it was sent again; null for a first sending
 * @returns what to say of an answer in place of a plain "accepted", from the server's time in it and the device's
 * time of this sending in milliseconds; null where the order was done now
 */
export function useDoneEarlier(unconfirmed: Unconfirmed<unknown> | null) {
  const t = useTranslations("ui");
  const clockOffsetMs = useClockOffset();
  return (doneAt: string, sentAtMs: number): string | null => {
    if (unconfirmed === null) return null;
    // With the server's clock unknown the time is said all the same: it is true of an order done now, too.
    const isNew = clockOffsetMs !== null && Date.parse(doneAt) >= sentAtMs + clockOffsetMs;
    const time = formatDateTime(doneAt, { style: "full", zone: true });
    return isNew ? null : t("doneEarlier", { time });
  };
}
