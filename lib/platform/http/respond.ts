import { type AppError, isBusy, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";
import { TEXT_MARK } from "@/lib/platform/text";
import { rendered } from "@/lib/platform/text/languages";
import { readerLocale } from "@/lib/platform/text/reader";

/**
 * Renders the texts of a body in the language of the reader. Most bodies have none, so they are looked for
 * in what has to be written anyway.
 */
function inWords(json: string): string {
  if (!json.includes(TEXT_MARK)) return json;
  return JSON.stringify(rendered(JSON.parse(json), readerLocale()));
}

const texts = new WeakMap<Response, string>();

/** The text of a `jsonResponse`, which needn't be read from its stream. */
export const textOf = (response: Response): string | undefined => texts.get(response);

/** JSON with the headers that every API answer has. */
export function jsonResponse(
  body: Record<string, unknown>,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const text = inWords(JSON.stringify(body));
  const response = new Response(text, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
  texts.set(response, text);
  return response;
}

/** The error body of an AppError, as documented. */
export function errorBody(error: AppError, requestId: string): Record<string, unknown> {
  return {
    success: false,
    code: error.code,
    message: error.text,
    ...(error.fieldTexts ? { errors: error.fieldTexts } : {}),
    ...(error.details ?? {}),
    ...(error.status >= 500 ? { requestId } : {}),
  };
}

/** Hundreds at once are what it is for. */
const reportBusy = seldom(5_000);

/**
 * Maps anything thrown to its answer and logs what is not the caller's fault.
 * @param account that the request was about, which the answer names
 */
export function errorResponse(
  thrown: unknown,
  requestId: string,
  where: string,
  account?: string,
): Response {
  const error = toAppError(thrown);
  if (isBusy(error)) {
    const reason = String(error.cause);
    reportBusy((unsaid) => log.warn({ event: "request.busy", requestId, where, reason, unsaid }));
  } else if (error.code === "INTERNAL" || error.code === "SERVICE_UNAVAILABLE") {
    log.error({ event: "request.failed", requestId, where, err: error.cause ?? error });
  }
  const headers: Record<string, string> = { "x-request-id": requestId };
  if (error.retryAfterSeconds) headers["retry-after"] = String(error.retryAfterSeconds);
  const about = account === undefined ? {} : { account };
  return jsonResponse({ ...errorBody(error, requestId), ...about }, error.status, headers);
}
