import { runStrategiesOnce } from "@/lib/ai/runner";

// Works on strategy runs until it is killed. A test forks it.
async function main(): Promise<void> {
  await runStrategiesOnce();
  process.send?.("ready");
  for (;;) await runStrategiesOnce();
}

void main();
