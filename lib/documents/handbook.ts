import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Heading, renderMarkdown } from "./markdown";

/** The handbook lies beside the application; images and bundles carry it along. */
const HANDBOOK = join("docs", "staff.md");

type Handbook = { html: string; contents: Heading[] };
let rendered: Promise<Handbook> | undefined;

async function render(): Promise<Handbook> {
  const markdown = await readFile(join(process.cwd(), HANDBOOK), "utf8");
  // The page has its title already.
  return renderMarkdown(markdown.replace(/^# .*\n/, ""));
}

/** The handbook for staff as safe HTML with its headings, read once a process. */
export function loadHandbook(): Promise<Handbook> {
  rendered ??= render().catch((error: unknown) => {
    rendered = undefined;
    throw error;
  });
  return rendered;
}
