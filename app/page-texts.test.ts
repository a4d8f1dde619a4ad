import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const IMPORT = /(?:import|export)\s+(?!type\b)([^;"]*?)\s*from\s+"([^"]+)"|import\("([^"]+)"\)/g;
const onlyTypes = (names: string) => {
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]?.split(",") ?? [];
  return listed.length > 0 && listed.every((name) => /^\s*(type\b.*)?$/.test(name));
};

function fileOf(from: string, name: string): string | null {
  const path = name.startsWith("@/") ? name.slice(2) : join(dirname(from), name);
  if (!/^[@.]/.test(name)) return null;
  const endings = [".ts", ".tsx", "/index.ts", "/index.tsx"];
  return endings.map((ending) => path + ending).find((file) => existsSync(file)) ?? null;
}

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(file, "utf8");
  sources.set(file, known);
  return known;
}

function importsOf(file: string): string[] {
  const found = [...sourceOf(file).matchAll(IMPORT)];
  return found.flatMap(([, names = "", named, loaded]) => {
    const target = onlyTypes(names) ? null : fileOf(file, named ?? loaded ?? "");
    return target === null ? [] : [target];
  });
}

const isClient = (file: string) => sourceOf(file).startsWith('"use client"');

/** Everything that these files need, themselves included. */
function closure(start: string[], isFollowed: (file: string) => boolean): Set<string> {
  const files = new Set<string>();
  const queue = [...start];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (isFollowed(file)) queue.push(...importsOf(file));
  }
  return files;
}

const isDrawn = (file: string) => /^(components|app)\//.test(file);

/** The components that a page is drawn with on the server, and the first of each that the browser runs. */
const drawnBy = (page: string): Set<string> =>
  closure(importsOf(page).filter(isDrawn), (file) => isDrawn(file) && !isClient(file));

/** What of a page runs in the browser too: its client components, and whatever they load. */
const filesOf = (page: string): Set<string> =>
  closure([...drawnBy(page)].filter(isClient), () => true);

/** Queries are no forms: of lists nobody is shown what is wrong with them. */
const SHOWN_TO_NOBODY = ["lib/platform/http/lists.ts"];

const partsIn = (source: string, form: RegExp) =>
  new Set([...source.matchAll(form)].map(([, part = ""]) => part));

/** The layouts around a page, which give their texts to it. */
function layoutsOf(page: string): string[] {
  const folders = page.split("/").slice(0, -1);
  const layouts = folders.map((_, end) => `${folders.slice(0, end + 1).join("/")}/layout.tsx`);
  return layouts.filter((file) => existsSync(file));
}

const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("page.tsx"))
  .map((path) => `app/${path}`)
  .filter((page) => filesOf(page).size > 0);

it.each(pages)("%s gives its forms every text that they may show", (page) => {
  const files = [...filesOf(page)];
  const needed = files
    .filter((file) => !SHOWN_TO_NOBODY.includes(file))
    .flatMap((file) => [...partsIn(sourceOf(file), /\btext\(\s*["`]errors\.(\w+)/g)]);
  const around = [page, ...layoutsOf(page)];
  const givers = around.flatMap((file) => [file, ...drawnBy(file)]);
  const given = givers.flatMap((file) => [...partsIn(sourceOf(file), /"errors\.(\w+)"/g)]);
  const missing = new Set(needed.filter((part) => !given.includes(part)));
  expect([...missing]).toEqual([]);
});

it.each(pages)("%s does not bring all texts of the site", (page) => {
  const sources = [...filesOf(page)].filter((file) => sourceOf(file).includes("messages/en.json"));
  const values = sources.filter(
    (file) => !/import type \w+ from "@\/messages/.test(sourceOf(file)),
  );
  expect(values).toEqual([]);
});

it.each(pages)("%s writes no time before the zone of its reader is known", (page) => {
  const onServer = [page, ...layoutsOf(page)].flatMap((file) =>
    [...drawnBy(file)].filter((part) => !isClient(part)),
  );
  const timed = onServer.filter((file) =>
    /\buse(DateTime|ZoneName|ShownZone)\(\)/.test(sourceOf(file)),
  );
  expect(timed).toEqual([]);
});

it("finds the texts of forms that are loaded when they are opened", () => {
  const files = filesOf("app/admin/(panel)/wallets/page.tsx");
  expect(files).toContain("lib/wallets/schema.ts");
});
