const { readFileSync, statSync } = require("node:fs");
const { join, relative } = require("node:path");

const root = join(__dirname, "../../..");
// Written by `node scripts/test.mjs --keep-timings`; a file that is not in it is guessed by its size.
const timings = JSON.parse(readFileSync(join(__dirname, "timings.json"), "utf8"));

const SECONDS_AT_LEAST = 0.7;
const BYTES_PER_SECOND = 10_000;

function secondsOf({ path }) {
  const known = timings[relative(root, path)];
  return known ?? SECONDS_AT_LEAST + statSync(path).size / BYTES_PER_SECOND;
}

const longestFirst = (tests) =>
  tests
    .map((test) => ({ test, seconds: secondsOf(test) }))
    .sort((a, b) => b.seconds - a.seconds || (a.test.path < b.test.path ? -1 : 1));

/** Runs the files that take longest first, and gives each shard files that together take as long. */
module.exports = class {
  sort(tests) {
    return longestFirst(tests).map(({ test }) => test);
  }

  shard(tests, { shardIndex, shardCount }) {
    const shards = Array.from({ length: shardCount }, () => ({ seconds: 0, tests: [] }));
    for (const { test, seconds } of longestFirst(tests)) {
      const shortest = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a));
      shortest.seconds += seconds;
      shortest.tests.push(test);
    }
    return shards[shardIndex - 1].tests;
  }

  // Of jest's own sequencer: nothing is remembered from run to run, a table is kept instead.
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
