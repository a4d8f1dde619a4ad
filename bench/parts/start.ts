import { rmSync } from "node:fs";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { limited, type PartResult } from "../support/measure";

/** Seconds from `npm start` to ready: on an empty data folder, and again on what that left. */
export async function benchStart(): Promise<PartResult> {
  const dataDir = newDataDir();
  const seconds: number[] = [];
  try {
    for (let start = 0; start < 2; start++) {
      const startedAt = performance.now();
      const app = new AppProcess(dataDir, await freePort());
      await app.ready();
      seconds.push((performance.now() - startedAt) / 1000);
      await app.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const [first = 0, second = 0] = seconds;
  return {
    measures: [
      limited("first start after install and build", first, "s", 25),
      limited("second start", second, "s", 5),
    ],
  };
}
