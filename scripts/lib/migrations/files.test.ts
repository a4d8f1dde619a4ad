import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFunctions, readMigrations, readSquash } from "./files";

const PRISMA = join(process.cwd(), "prisma");

/** Names with checksums, as prisma/checksums.json lists them. */
const checksumsOf = (migrations: { name: string; checksum: string }[]) =>
  Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));

it("no landed migration was edited, and each is listed in prisma/checksums.json", () => {
  const landed: unknown = JSON.parse(readFileSync(join(PRISMA, "checksums.json"), "utf8"));
  expect(checksumsOf(readMigrations(PRISMA))).toEqual(landed);
});

it("the baseline is a migration, and what it replaced is none any more", () => {
  const names = readMigrations(PRISMA).map(({ name }) => name);
  const squash = readSquash(PRISMA);
  expect(names[0]).toBe(squash?.baseline);
  expect(Object.keys(squash?.migrations ?? {})).toHaveLength(57);
  expect(names.filter((name) => name in (squash?.migrations ?? {}))).toEqual([]);
});

it("functions stand in the folder of a domain, after those that they call", () => {
  const folders = readdirSync(join(PRISMA, "functions"), { withFileTypes: true });
  expect(folders.filter((entry) => !entry.isDirectory())).toEqual([]);
  const names = readFunctions(PRISMA).map(({ name }) => name);
  expect(names.indexOf("ledger_raise")).toBeLessThan(names.indexOf("ledger_post"));
  expect(names.indexOf("refuse_change")).toBeLessThan(names.indexOf("ensure_partitions"));
});

it.each(readFunctions(PRISMA).map(({ name, sql }) => [name, sql]))(
  "%s says what it returns, raises and locks, with each code that it raises",
  (_name, sql) => {
    const [header = "", ...bodies] = sql.split(/^CREATE OR REPLACE FUNCTION/m);
    expect(header).toMatch(/^-- [A-Z][\s\S]*^-- Returns: [\s\S]*^-- Raises: [\s\S]*^-- Locks: /m);
    expect(header.split("\n").filter((line) => line.length > 100)).toEqual([]);
    const codes = [...bodies.join().matchAll(/'([A-Z]+_[A-Z_]+)'/g)].map((match) => match[1] ?? "");
    expect(codes.filter((code) => code !== "YYYY_MM" && !header.includes(code))).toEqual([]);
  },
);
