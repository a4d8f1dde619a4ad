import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { onAccount, sql } from "@/lib/platform/db";
import { LOOK_MS, type Wait } from "./loop";

/** An SQL condition that is true while there is something to do. */
type Condition = () => postgres.Fragment;

type Watcher = {
  /** Those of a statement are in their order, so that it is prepared once. */
  number: number;
  condition: Condition;
  hear: (isSo: boolean) => void;
  fail: (error: unknown) => void;
};

const watchers = new Set<Watcher>();
let count = 0;
let isLooking = false;

/** Asks for all conditions in one statement. */
async function ask(asked: readonly Watcher[]): Promise<boolean[]> {
  const columns = asked.map(({ condition }, n) => (n === 0 ? condition() : sql`, ${condition()}`));
  const [row] = await sql`SELECT ${columns}`.values();
  return row as boolean[];
}

async function look(): Promise<void> {
  const asked = [...watchers].sort((a, b) => a.number - b.number);
  if (asked.length === 0) return;
  try {
    const answers = await onAccount("real", () => ask(asked));
    for (const [n, { hear }] of asked.entries()) hear(answers[n] === true);
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

/** Looks for as long as anybody waits. */
async function keepLooking(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  while (watchers.size > 0) {
    await delay(LOOK_MS);
    await look();
  }
  isLooking = false;
}

/**
 * The wait of a loop for a condition of the real side. It is looked for every half second, for all loops that wait by
 * one statement. What that fails with they fail with.
 */
export function whenSeen(condition: Condition): Wait {
  const number = count++;
  return (signal, looked) => {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = () => {
        watchers.delete(own);
        signal.removeEventListener("abort", stop);
      };
      const stop = () => {
        end();
        resolve();
      };
      const own: Watcher = {
        number,
        condition,
        hear: (isSo) => {
          if (isSo) stop();
          else looked();
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      signal.addEventListener("abort", stop, { once: true });
      watchers.add(own);
      void keepLooking();
    });
  };
}
