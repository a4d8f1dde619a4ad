import type { Account } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import type { RouteDeclaration } from "./declaration";

/** Says which of a user's accounts a request is about; the real one where it is not sent. */
export const ACCOUNT_HEADER = "x-account";

/**
 * The account that a request is about.
 * @throws AppError PRACTICE_NOT_AVAILABLE where its route has the real one only, VALIDATION for what is no account
 */
export function accountOf({ hasPractice }: RouteDeclaration, headers: Headers): Account {
  const account = headers.get(ACCOUNT_HEADER) ?? "real";
  if (!hasPractice && account !== "real") throw new AppError("PRACTICE_NOT_AVAILABLE");
  if (account === "real" || account === "practice") {
    return hasPractice === "only" ? "practice" : account;
  }
  const message = text("errors.common.chooseAccount");
  throw new AppError("VALIDATION", { message, errors: { "X-Account": [message] } });
}

/** The account that an answer, also a refusal, is to name; undefined where it is about none. */
export function answeredAccount(declaration: RouteDeclaration, headers: Headers) {
  if (!declaration.hasPractice) return undefined;
  if (declaration.hasPractice === "only") return "practice";
  return headers.get(ACCOUNT_HEADER) === "practice" ? "practice" : "real";
}

/** A sent Idempotency-Key as one of its account: the same on both is two. No sent one has a space in it. */
export const keyOf = (account: Account, sent: string): string =>
  account === "real" ? sent : `practice ${sent}`;
