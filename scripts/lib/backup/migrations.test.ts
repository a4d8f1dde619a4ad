import { join } from "node:path";
import { readMigrations, readSquash } from "../migrations/files";
import type { Header } from "./format";
import { requireMigrations } from "./migrations";

const PRISMA = join(process.cwd(), "prisma");
const present = readMigrations(PRISMA).map(({ name, checksum }) => ({ name, checksum }));
const old = Object.entries(readSquash(PRISMA)?.migrations ?? {}).map(([name, checksum]) => ({
  name,
  checksum,
}));
const later = present.slice(1);

const restore = (archive: Header["migrations"], database = present) =>
  requireMigrations({ migrations: archive } as Header, database);

it("takes an archive of the same tables, whichever migrations built them", () => {
  restore(present);
  restore([...present].reverse());
  restore([...old, ...later]);
  restore([...old, ...present]);
  restore(present, [...old, ...present]);
});

it("refuses an archive of other tables", () => {
  for (const archive of [
    [],
    old.slice(1),
    [...old.slice(1), ...present],
    [...old, ...later, { name: "20990101000000_later", checksum: "other" }],
    old.map((migration, i) => (i === 3 ? { ...migration, checksum: "edited" } : migration)),
  ]) {
    expect(() => restore(archive)).toThrow("written with other migrations");
  }
});
