import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What waiting for a server comes to that would be ready after ten seconds, may be silent for 300 ms, and is slow after 100. */
async function wait(options: string): Promise<{ started: boolean; said: number; ms: number }> {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { waitForStart } = await import("./scripts/lib/startup.mjs");
     const { setTimeout: delay } = await import("node:timers/promises");
     const startedAt = performance.now();
     const age = () => performance.now() - startedAt;
     let said = 0;
     const never = new Promise(() => undefined);
     const started = await waitForStart({
       isReady: () => age() > 10_000,
       answers: async () => true,
       exited: never,
       onLong: () => { said += 1; },
       silenceMs: 300,
       longMs: 100,
       ...${options},
     });
     console.log(JSON.stringify({ started, said, ms: age() }));
     process.exit();`,
  ]);
  return JSON.parse(stdout) as { started: boolean; said: number; ms: number };
}

it("waits for a server that answers for as long as it takes, and says so once", async () => {
  const { started, said, ms } = await wait("{ isReady: () => said > 0 && age() > 1000 }");
  expect([started, said]).toEqual([true, 1]);
  expect(ms).toBeGreaterThan(1000);
});

it.each([
  ["does not answer", "{ answers: async () => false }"],
  ["never comes to an answer", "{ answers: () => delay(400, false) }"],
  ["has ended", "{ exited: delay(50), longMs: 10_000 }"],
  ["ends while it is asked", "{ answers: () => never, exited: delay(150) }"],
  ["is to be stopped", "{ signal: AbortSignal.timeout(50), longMs: 10_000 }"],
])("gives up on one that %s", async (_how, options) => {
  const { started, said, ms } = await wait(options);
  expect([started, said]).toEqual([false, 0]);
  expect(ms).toBeLessThan(10_000);
});
