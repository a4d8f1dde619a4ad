import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@/lib/platform/errors";
import { isRead, READ_ONLY } from "./reading";
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
  refuse(request, response, KNOWN.join(", "));
  return true;
}

/**
 * Answers a request for a file that is more than reading it with 405: Next would answer 500.
 * @param files the paths of all
 * @returns whether it is answered here
 */
export function refuseFileChange(
  files: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method = "", url = "" } = request;
  if (isRead(method) || !/^\/(?!\/|api\/)/.test(url)) return false;
  if (!files.has(decodeURIComponent(new URL(`http://localhost${url}`).pathname))) return false;
  refuse(request, response, READ_ONLY);
  return true;
}

function refuse({ method, url }: IncomingMessage, response: ServerResponse, allow: string): void {
  const error = new AppError("METHOD_NOT_ALLOWED");
  const refusal = errorResponse(error, randomUUID(), `${method} ${url}`);
  response.writeHead(405, { ...Object.fromEntries(refusal.headers), allow });
  void refusal.text().then((text) => response.end(text));
}
