import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import sendFile from "send";
import { takesCoding } from "./codings";
import { isRead } from "./reading";

/** As they are tried: what is smallest first. */
const CODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/** What has a compressed copy: the build compresses text only. */
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};
const YEAR_MS = 365 * 86_400_000;

/** The files of a folder and of those in it, each by what follows the folder's own path. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));

/**
 * Answers requests for scripts, styles and fonts of a build, whose names change with what is in them, from the copies
 * that the build compressed: to compress one for each visitor takes longer than all else about it.
 * @param prefix the path that `folder` has
 * @param headers of each answer
 * @returns answers a request and tells whether it does; not for what is none of these files
 */
export function builtFiles(folder: string, prefix: string, headers: Record<string, string>) {
  const files = new Set(filesIn(folder));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (!isRead(request.method) || !path.startsWith(prefix)) return false;
    const name = path.slice(prefix.length);
    if (!files.has(name)) return false;
    const type = TYPES[extname(name)];
    const coded = type
      ? CODINGS.filter(([, ending]) => files.has(name + ending)).find(([coding]) =>
          takesCoding(request.headers["accept-encoding"], coding),
        )
      : undefined;
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
    if (type) response.setHeader("content-type", type).setHeader("vary", "Accept-Encoding");
    if (coded) response.setHeader("content-encoding", coded[0]);
    sendFile(request, name + (coded?.[1] ?? ""), {
      root: folder,
      index: false,
      immutable: true,
      maxAge: YEAR_MS,
    }).pipe(response);
    return true;
  };
}
