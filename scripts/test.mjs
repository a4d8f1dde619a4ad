import { parseArgs } from "node:util";
import { Fault, runMain, say } from "./lib/report.mjs";
import { chooseTests } from "./test/choose.mjs";
import { quickSteps } from "./test/quick.mjs";
import { runAll } from "./test/run-all.mjs";
import { allSteps, stepsFor } from "./test/steps.mjs";
import { keepTimings } from "./test/table.mjs";

// `npm test`: everything that has to hold, from a fresh clone; goes on after a failure, so that one
// run tells all. With names of test files only those, with what they need. docs/testing.md has more.

const options = {
  // `npm run check`: all but the tests in a browser.
  "no-browser": { type: "boolean", default: false },
  // `npm run test:long`: simulations and properties at full size.
  long: { type: "boolean", default: false },
  // `npm run check:quick`: what the changes of this branch can have broken most likely.
  quick: { type: "boolean", default: false },
  // Keeps how long each file took, for the order of the next runs.
  "keep-timings": { type: "boolean", default: false },
  // Of chosen files only the tests whose title matches.
  title: { type: "string", short: "t" },
};

const codeOf = ({ failed }) => (failed === 0 ? 0 : 1);

runMain(async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.long) process.env.TEST_LONG = "1";
  if (values.quick) return codeOf(await runAll(await quickSteps(), { keep: false }));
  if (positionals.length === 0) {
    if (!values.long) process.env.TEST_SHORT = "1";
    const steps = allSteps({ withBrowser: !values["no-browser"] });
    const record = await runAll(steps, { keep: true });
    if (values["keep-timings"]) keepTimings(record);
    return codeOf(record);
  }
  const { files, unknown } = chooseTests(positionals);
  if (unknown.length > 0) throw new Fault(`No test file is called so: ${unknown.join(", ")}`);
  for (const [kind, paths] of files) say(`${kind}: ${paths.join(" ")}`);
  return codeOf(await runAll(stepsFor(files, values.title), { keep: false }));
});
