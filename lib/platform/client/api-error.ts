/** An answer with `success: false`, or none at all (status 0). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: Record<string, string[]> = {},
    readonly retryAfterSeconds?: number,
    /** The answer's whole body, for codes that carry more than a text. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** Refusals that come before the server looks at the key: they say nothing of an earlier sending. */
const BEFORE_THE_KEY: ReadonlySet<string> = new Set([
  "RATE_LIMITED",
  "SESSION_EXPIRED",
  "OTHER_ACCOUNT",
]);

/** Whether a refusal leaves open what an earlier sending with the same key did. */
export function saysNothingOfEarlier(error: unknown): boolean {
  return error instanceof ApiError && (BEFORE_THE_KEY.has(error.code) || error.status >= 500);
}
