"use client";

import { useSupportInfo } from "@/lib/chat/hours/client";
import { SupportHours } from "./support-hours";

/** When support answers, as it is now; nothing while that is not known. */
export function LiveSupportHours() {
  const { data } = useSupportInfo();
  return data ? <SupportHours info={data} className="shrink-0 text-center text-caption" /> : null;
}
