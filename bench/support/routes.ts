import { readdirSync } from "node:fs";
import { join } from "node:path";

const APP = join(__dirname, "../../app");

/** Every page of the application as a route such as /deposit/address/[currency], and a missing one. */
export function pageRoutes(): string[] {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const routes = files
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => `/${file.split("/").slice(0, -1).filter(isSegment).join("/")}`);
  return [...routes, "/not-found"].sort();
}

/** Folders in parentheses only group. */
const isSegment = (name: string) => !name.startsWith("(");

/** The route with its parameters filled in, or null when a parameter has no sample. */
export function fill(route: string, samples: Record<string, string>): string | null {
  let isKnown = true;
  const path = route.replace(/\[(\w+)\]/g, (_, name: string) => {
    const sample = samples[name];
    if (sample === undefined) isKnown = false;
    return sample ?? "";
  });
  return isKnown ? path : null;
}
