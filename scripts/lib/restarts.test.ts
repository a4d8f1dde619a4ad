import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What is said at ends that come at these times, in milliseconds. */
async function waits(ends: number[]): Promise<(number | null)[]> {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { countRestarts } = await import("./scripts/lib/restarts.mjs");
     let now = 0;
     const waitOf = countRestarts(() => now);
     console.log(JSON.stringify(${JSON.stringify(ends)}.map((end) => { now = end; return waitOf(); })));`,
  ]);
  return JSON.parse(stdout) as (number | null)[];
}

it("starts again five times in a minute, later each time, then gives up", async () => {
  expect(await waits([0, 10, 20, 30, 40, 50])).toEqual([100, 200, 400, 800, 1_600, null]);
});

it("forgets what is more than a minute ago", async () => {
  expect(await waits([0, 10, 60_005, 120_010])).toEqual([100, 200, 200, 100]);
});
