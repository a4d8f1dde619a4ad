/** Answers /log/* by c2sp.org/tlog-tiles, without Next and in every mode of the site. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { Dispatch } from "@/lib/platform/http/direct";
import { isRead, READ_ONLY } from "@/lib/platform/http/reading";
import { clientIp } from "@/lib/platform/http/request";
import { errorResponse } from "@/lib/platform/http/respond";
import { consume } from "@/lib/platform/ratelimit";
import { sha256 } from "@/lib/platform/security/hash";
import { parseTilePath } from "./log/tiles";
import { type Head, readSignedHead, tileBytes } from "./tree";

const PREFIX = "/log/";
const TEXT = "text/plain; charset=utf-8";
const BYTES = "application/octet-stream";
const FOR_EVER = "public, max-age=31536000, immutable";
const FOR_A_MOMENT = "public, max-age=1";
/** An auditor who begins reads two tiles for each 256 entries. */
const LIMIT = { name: "public-log", points: 3_000, seconds: 60 };

type Answer = { body: Uint8Array | string; headers: Record<string, string> };

let reading: Promise<Head | null> | null = null;

/** The checkpoint, read once for all who ask while it is read. */
function currentHead(): Promise<Head | null> {
  reading ??= readSignedHead().finally(() => {
    reading = null;
  });
  return reading;
}

async function answerOf(path: string): Promise<Answer | null> {
  const tile = parseTilePath(path);
  if (!tile && path !== "checkpoint" && path !== "key") return null;
  const head = await currentHead();
  if (!head) return null;
  if (!tile) {
    const body = path === "key" ? `${head.key}\n` : head.note;
    return { body, headers: { "content-type": TEXT, "cache-control": FOR_A_MOMENT } };
  }
  const body = await tileBytes(head, tile);
  if (!body) return null;
  const coding: Record<string, string> =
    tile.level === "entries" ? { "content-encoding": "gzip" } : {};
  return { body, headers: { "content-type": BYTES, "cache-control": FOR_EVER, ...coding } };
}

function send(request: IncomingMessage, response: ServerResponse, { body, headers }: Answer): void {
  const etag = `"${sha256(body).toString("base64url").slice(0, 22)}"`;
  response.setHeaders(
    // Anybody's page may check the log, such as another site's that is a witness of it.
    new Map(Object.entries({ ...headers, etag, "access-control-allow-origin": "*" })),
  );
  const known = (request.headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  if (known.includes(etag) || known.includes(`W/${etag}`)) {
    response.writeHead(304).end();
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  response.writeHead(200, { "content-length": length });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function refuse(response: ServerResponse, error: AppError, where: string): Promise<void> {
  const refusal = errorResponse(error, randomUUID(), where);
  response.writeHead(refusal.status, {
    ...Object.fromEntries(refusal.headers),
    "access-control-allow-origin": "*",
    "cache-control": "no-store",
    ...(error.code === "METHOD_NOT_ALLOWED" ? { allow: READ_ONLY } : {}),
  });
  response.end(await refusal.text());
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "", url = "" } = request;
  const [path = ""] = url.split("?", 1);
  try {
    if (!isRead(method)) throw new AppError("METHOD_NOT_ALLOWED");
    const forwarded = String(request.headers["x-forwarded-for"] ?? "");
    await consume(LIMIT, clientIp(new Headers({ "x-forwarded-for": forwarded })));
    const found = await answerOf(path.slice(PREFIX.length));
    if (!found) throw new AppError("NOT_FOUND");
    send(request, response, found);
  } catch (error) {
    await refuse(response, toAppError(error), `${method} ${path}`);
  }
}

/** Answers what is asked of the public log, and leaves everything else. */
export const publicLog: Dispatch = (request, response) => {
  if (!request.url?.startsWith(PREFIX)) return false;
  void answer(request, response);
  return true;
};
