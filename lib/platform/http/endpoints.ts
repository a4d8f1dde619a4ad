import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import type { RouteHandler } from "./declaration";
import { errorResponse } from "./respond";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/**
 * The methods of one path. Those that are not declared answer a JSON 405 with `Allow`, which a
 * plain Next route would answer without a body. OPTIONS names the declared ones: by itself, Next would
 * name all that the file exports. Next answers HEAD by the GET of the path.
 */
export function endpoints(
  declared: Partial<Record<Method, RouteHandler>>,
): Record<Method | "OPTIONS", RouteHandler> {
  const allowed = METHODS.filter((method) => declared[method]).flatMap((method) =>
    method === "GET" ? [method, "HEAD"] : [method],
  );
  const refuse: RouteHandler = async (request) => {
    const error = new AppError("METHOD_NOT_ALLOWED");
    const response = errorResponse(error, randomUUID(), `${request.method} ${request.url}`);
    response.headers.set("allow", allowed.join(", "));
    return response;
  };
  const name: RouteHandler = async () =>
    new Response(null, { status: 204, headers: { allow: [...allowed, "OPTIONS"].join(", ") } });
  const handlers = METHODS.map((method) => [method, declared[method] ?? refuse]);
  return Object.fromEntries([...handlers, ["OPTIONS", name]]) as ReturnType<typeof endpoints>;
}
