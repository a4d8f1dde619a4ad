import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

it("takes a process that ended and that its parent never asked after for gone", async () => {
  // The shell starts a process and becomes another program, which knows nothing of it.
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { isAlive } = await import("./scripts/lib/lock.mjs");
     const { spawn } = await import("node:child_process");
     const { once } = await import("node:events");
     const { setTimeout: delay } = await import("node:timers/promises");
     const parent = spawn("/bin/sh", ["-c", "sleep 600 & echo $!; exec sleep 600"]);
     const pid = Number(String((await once(parent.stdout, "data"))[0]));
     const before = isAlive(pid);
     process.kill(pid, "SIGKILL");
     for (let look = 0; look < 200 && isAlive(pid); look += 1) await delay(25);
     console.log(JSON.stringify([before, isAlive(pid)]));
     parent.kill("SIGKILL");`,
  ]);
  expect(JSON.parse(stdout)).toEqual([true, false]);
});
