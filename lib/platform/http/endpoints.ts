import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/platform/errors";
import type { RouteHandler } from "./declaration";
import { errorResponse } from "./respond";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/**
 * The methods of one path. Those that are not declared answer a JSON 405 with `Allow`, which a
 * plain Next route would answer without a body.
 */
export function endpoints(
  declared: Partial<Record<Method, RouteHandler>>,
): Record<Method, RouteHandler> {
  const allow = METHODS.filter((method) => declared[method]).join(", ");
  const refuse: RouteHandler = async (request) => {
    const error = new AppError("METHOD_NOT_ALLOWED");
    const response = errorResponse(error, randomUUID(), `${request.method} ${request.url}`);
    response.headers.set("allow", allow);
    return response;
  };
  return Object.fromEntries(
    METHODS.map((method) => [method, declared[method] ?? refuse]),
  ) as Record<Method, RouteHandler>;
}
