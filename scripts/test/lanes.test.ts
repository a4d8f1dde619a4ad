import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BROWSER_LANES } from "./lanes.mjs";

const FOLDER = "tests/e2e";
const files = readdirSync(join(process.cwd(), FOLDER), { recursive: true })
  .map((file) => `${FOLDER}/${String(file)}`)
  .filter((file) => file.endsWith(".spec.ts"));

test("every file of browser tests belongs to one lane, and every lane has a port of its own", () => {
  const lanesOf = (file: string) =>
    BROWSER_LANES.filter(({ paths }) => paths.some((path) => file.startsWith(path)));
  expect(files.length).toBeGreaterThan(0);
  const counts = files.map((file) => [file, lanesOf(file).length]);
  expect(counts).toEqual(files.map((file) => [file, 1]));
  const ports = BROWSER_LANES.map(({ port }) => port);
  expect(new Set(ports).size).toBe(ports.length);
  const paths = BROWSER_LANES.flatMap((lane) => lane.paths);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});
