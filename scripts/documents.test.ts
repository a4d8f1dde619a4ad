import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = process.cwd();
const documentsIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `${folder}/${file}`);

it("links to files that exist", () => {
  const documents = ["README.md", "CHANGELOG.md", ...documentsIn("docs")];
  const links = documents.flatMap((document) =>
    [...readFileSync(join(root, document), "utf8").matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(
      ([, path = ""]) => ({ document, path }),
    ),
  );
  expect(links.length).toBeGreaterThan(50);
  const lost = links.filter(
    ({ document, path }) => !existsSync(join(root, dirname(document), path)),
  );
  expect(lost).toEqual([]);
});

it("lists each decision", () => {
  const list = readFileSync(join(root, "docs/README.md"), "utf8");
  const records = documentsIn("docs/decisions");
  expect(records.length).toBeGreaterThan(30);
  expect(records.filter((record) => !list.includes(`](${relative("docs", record)})`))).toEqual([]);
});

it("names each scheduled job to whoever calls them by an outside clock", () => {
  const sources = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(join(root, "lib", file), "utf8"));
  const scheduled = sources.flatMap((source) =>
    [...source.matchAll(/name: "([\w-]+)",\s+schedule:/g)].map(([, name = ""]) => name),
  );
  expect(scheduled.length).toBeGreaterThan(20);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const isNamed = (job: string) =>
    readme.includes(`\`${job}\``) || readme.includes(`/cron/${job}\``);
  expect(scheduled.filter((job) => !isNamed(job))).toEqual([]);
});

describe("the specification's document", () => {
  const text = readFileSync(join(root, "docs/specification.md"), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| line"));

  it("names only files that exist", () => {
    const paths = [...text.matchAll(/`([\w.()[\]/-]+)`/g)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
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
});
