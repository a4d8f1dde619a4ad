import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What a run of these steps prints: the order in which they begin and end, and who is left out. */
async function order(steps: object[], failing: string[] = [], capacity = 2.6): Promise<string[]> {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `const { runGraph } = await import("./scripts/test/graph.mjs");
     const failing = ${JSON.stringify(failing)};
     await runGraph(${JSON.stringify(steps)}, {
       capacity: ${capacity},
       async run({ id, ms = 20 }) {
         console.log("+" + id);
         await new Promise((resolve) => setTimeout(resolve, ms));
         console.log("-" + id);
         return !failing.includes(id);
       },
       onSkip: ({ id }) => console.log("!" + id),
     });`,
  ]);
  return stdout.trim().split("\n");
}

it("begins each step once what it needs has passed, and leaves out what needs a failed one", async () => {
  const steps = [
    { id: "test", needs: ["build"], load: 1 },
    { id: "build", needs: ["install"], load: 1 },
    { id: "install", load: 1 },
    { id: "last", needs: ["test"], after: ["install"], load: 1 },
  ];
  expect(await order(steps)).toEqual(
    ["install", "build", "test", "last"].flatMap((id) => [`+${id}`, `-${id}`]),
  );
  expect(await order(steps, ["build"])).toEqual([
    ...["+install", "-install", "+build", "-build"],
    ...["!test", "!last"],
  ]);
});

it("runs a step that comes after a failed one without needing it", async () => {
  const steps = [
    { id: "build", load: 1 },
    { id: "types", after: ["build"], load: 1 },
  ];
  expect(await order(steps, ["build"])).toEqual(["+build", "-build", "+types", "-types"]);
});

it("keeps the load within the capacity, and lets what fits overtake", async () => {
  const steps = [
    { id: "a", load: 1, ms: 600 },
    { id: "b", load: 1, ms: 300 },
    { id: "c", load: 1 },
    { id: "d", load: 0.5, ms: 600 },
  ];
  const said = await order(steps);
  expect(said.slice(0, 5)).toEqual(["+a", "+b", "+d", "-b", "+c"]);
});

it("runs what is larger than the machine, alone", async () => {
  const steps = [
    { id: "a", load: 1 },
    { id: "huge", load: 9 },
  ];
  expect(await order(steps)).toEqual(["+a", "-a", "+huge", "-huge"]);
});

it("runs beside a quiet step only what stands back, and lets nothing overtake it", async () => {
  const steps = [
    { id: "database", load: 0.5 },
    { id: "quiet", needs: ["database"], load: 0.5, isQuiet: true, ms: 300 },
    { id: "build", load: 1, nice: 10, ms: 600 },
    { id: "loud", load: 1 },
  ];
  const said = await order(steps);
  expect(said.slice(0, 6)).toEqual([
    "+database",
    "+build",
    "-database",
    "+quiet",
    "-quiet",
    "+loud",
  ]);
});

it("fills the machine with one step at a time of those that have no hurry", async () => {
  const steps = [
    { id: "work", load: 2.6, ms: 300 },
    { id: "lint", isFilling: true, nice: 15 },
    { id: "types", isFilling: true, nice: 15 },
  ];
  expect((await order(steps)).slice(0, 5)).toEqual(["+work", "+lint", "-lint", "+types", "-types"]);
});

it("says so where steps wait for each other", async () => {
  const steps = [
    { id: "a", needs: ["b"] },
    { id: "b", needs: ["a"] },
  ];
  await expect(order(steps)).rejects.toThrow("Never to begin: a, b");
});

it("repeats at the end what a runner said before it died without a report", async () => {
  const { stdout } = await run(process.execPath, [
    "--input-type=module",
    "--eval",
    `(await import("node:fs")).mkdirSync("test-results", { recursive: true });
     const { runStep } = await import("./scripts/test/run.mjs");
     const command = () => ({ command: [process.execPath, "--eval", "console.log('the cause'); process.exit(7)"] });
     const { failed, failures, isGood } = await runStep({ id: "dies", command }, { env: {} });
     console.log(JSON.stringify({ failed, failures, isGood }));`,
  ]);
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    failed: 1,
    failures: ["ended with code 7, and said last:\n    the cause"],
    isGood: false,
  });
});
