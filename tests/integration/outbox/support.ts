import { setTimeout as delay } from "node:timers/promises";
import { transaction } from "@/lib/platform/db";
import { publishEvent } from "@/lib/platform/outbox";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { testDatabase } from "@/tests/support/database";

/** Publishes numbered events for a user, each in a transaction of its own behind the last. */
export async function publishFor(u: string, count: number, pauseMs = 0): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await transaction((tx) => publishEvent(tx, { t: "step", u, n }));
    if (pauseMs > 0) await delay(pauseMs);
  }
}

/** The numbers that each user heard, first times only. */
export function numbersOf(heard: RealtimeEvent[], u: string): number[] {
  return [...new Set(heard.filter((event) => event.u === u).map(({ n }) => n as number))];
}

/** 0, 1, … below the count. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Whether everything was delivered. */
export const isOutboxEmpty = async (): Promise<boolean> =>
  (await testDatabase().query("SELECT FROM outbox")).length === 0;
