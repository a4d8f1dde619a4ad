import { type AppError, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/** JSON with the headers that every API answer has. */
export function jsonResponse(
  body: Record<string, unknown>,
  status: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** The error body of an AppError, as documented. */
export function errorBody(error: AppError, requestId: string): Record<string, unknown> {
  return {
    success: false,
    code: error.code,
    message: error.message,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.details ?? {}),
    ...(error.status >= 500 ? { requestId } : {}),
  };
}

/** Maps anything thrown to its answer and logs what is not the caller's fault. */
export function errorResponse(thrown: unknown, requestId: string, where: string): Response {
  const error = toAppError(thrown);
  if (error.code === "INTERNAL" || error.code === "SERVICE_UNAVAILABLE") {
    log.error({ event: "request.failed", requestId, where, err: error.cause ?? error });
  }
  const headers: Record<string, string> = { "x-request-id": requestId };
  if (error.retryAfterSeconds) headers["retry-after"] = String(error.retryAfterSeconds);
  return jsonResponse(errorBody(error, requestId), error.status, headers);
}
