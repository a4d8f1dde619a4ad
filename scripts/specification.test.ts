import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const text = readFileSync(join(process.cwd(), "docs/specification.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| line"));

it("names only files that exist", () => {
  const paths = [...text.matchAll(/`([\w.()[\]/-]+)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !existsSync(join(process.cwd(), path)))).toEqual([]);
});

it("gives each line its code and its test", () => {
  expect(rows.length).toBeGreaterThan(80);
  const incomplete = rows.filter((row) => {
    const [, , code = "", test = ""] = row.split("|").map((cell) => cell.trim());
    const refersToOther = test.startsWith("see ") && code === test;
    return !refersToOther && !/\.(test|spec)\.tsx?`/.test(test);
  });
  expect(incomplete).toEqual([]);
});
