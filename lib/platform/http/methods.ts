import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/platform/errors";
import { errorBody } from "./respond";

const KNOWN = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers a request whose method no path has, such as TRACE or PROPFIND, with 405: Next would answer 500 or an
 * empty 400.
 * @returns whether it has been answered
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  if (KNOWN.includes(request.method ?? "")) return false;
  const requestId = randomUUID();
  response.writeHead(405, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    allow: KNOWN.join(", "),
    "x-request-id": requestId,
  });
  response.end(JSON.stringify(errorBody(new AppError("METHOD_NOT_ALLOWED"), requestId)));
  return true;
}
