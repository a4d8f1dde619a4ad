import type { ErrorCode } from "@/lib/platform/errors";
import type { RouteDeclaration } from "../declaration";

/**
 * Every error that an endpoint can answer: what the wrapper refuses because of what is declared, and what the
 * endpoint declares itself. In the order of the checks.
 */
export function errorCodesOf(declaration: RouteDeclaration, method: string): ErrorCode[] {
  const {
    auth,
    isOpenWithOneTimePassword,
    rateLimit,
    isUncounted,
    movesMoney,
    params,
    query,
    body,
    files,
    idempotent,
    errors,
  } = declaration;
  const codes: ErrorCode[] = [];
  if (auth === "cron" || auth === "metrics") codes.push("UNAUTHORIZED", "FORBIDDEN");
  if (auth === "user" || auth === "admin") codes.push("SESSION_EXPIRED");
  const needsOwnPassword = codes.includes("SESSION_EXPIRED") && !isOpenWithOneTimePassword;
  // A cookie alone changes nothing.
  if (codes.length > 0 && method !== "GET") codes.push("UNAUTHORIZED");
  if (needsOwnPassword) codes.push("PASSWORD_CHANGE_REQUIRED");
  if (auth === "admin")
    codes.push("FORBIDDEN", "STAFF_TWO_FACTOR_REQUIRED", "STAFF_PASSKEY_REQUIRED");
  if (!isUncounted || rateLimit) codes.push("RATE_LIMITED");
  if (movesMoney) codes.push("MAINTENANCE");
  if (params) codes.push("NOT_FOUND");
  // What takes no body refuses one with fields.
  const reads = body || files || (method !== "GET" && auth !== "cron");
  if (reads) codes.push("MALFORMED_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (params || query || reads) codes.push("VALIDATION");
  if (idempotent) codes.push("IDEMPOTENCY_CONFLICT");
  if (idempotent === "record") codes.push("REQUEST_IN_PROGRESS");
  // What nothing can be wrong with is still one method of its path.
  if (codes.length === 0) codes.push("METHOD_NOT_ALLOWED");
  codes.push(declaration.hasPractice ? "VALIDATION" : "PRACTICE_NOT_AVAILABLE");
  return [...new Set([...codes, ...(errors ?? []), "INTERNAL", "SERVICE_UNAVAILABLE"] as const)];
}
