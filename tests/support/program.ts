import { join } from "node:path";

/** The file that Node runs for one of `jest/programs.mjs`, which were compiled when the tests began. */
export function program(source: string): string {
  const folder = process.env.TEST_PROGRAMS;
  if (!folder) throw new Error("Programs are compiled for tests of databases only");
  return join(folder, source.replace(/\.ts$/, ".mjs"));
}
