import { now } from "@/lib/platform/time";
import { getSettings } from "@/lib/settings/data";
import { usualFirstReply } from "../data";
import { supportState } from "./rules";
import type { SupportInfo } from "./schema";

/** The median is of 30 days, and everybody may ask for it. */
const FRESH_MS = 60_000;
let known: { at: number; seconds: number | null } | undefined;

async function firstReply(): Promise<number | null> {
  if (!known || Date.now() - known.at > FRESH_MS) {
    known = { at: Date.now(), seconds: await usualFirstReply() };
  }
  return known.seconds;
}

/** When support answers, and how long that usually takes. */
export async function getSupportInfo(): Promise<SupportInfo> {
  const [{ supportHours: hours }, medianFirstReplySeconds] = await Promise.all([
    getSettings(),
    firstReply(),
  ]);
  const { isOpen, changesAt } = supportState(hours, now());
  return { isOpen, changesAt: changesAt?.toISOString() ?? null, hours, medianFirstReplySeconds };
}
