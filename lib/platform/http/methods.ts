import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/platform/errors";
import { errorResponse } from "./respond";

const KNOWN = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers a request whose method no path has, such as TRACE or PROPFIND, with 405, and one for the options of the
 * whole server: Next would answer 500 or an empty 400.
 * @returns whether it is answered here
 */
export function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = "", url = "" } = request;
  if (method === "OPTIONS" && url === "*") {
    response.writeHead(204, { allow: KNOWN.join(", ") }).end();
    return true;
  }
  if (KNOWN.includes(method)) return false;
  const error = new AppError("METHOD_NOT_ALLOWED");
  const refusal = errorResponse(error, randomUUID(), `${method} ${url}`);
  response.writeHead(405, { ...Object.fromEntries(refusal.headers), allow: KNOWN.join(", ") });
  void refusal.text().then((text) => response.end(text));
  return true;
}
