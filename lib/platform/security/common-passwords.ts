import { invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { COMMON_PASSWORDS } from "./common-password-list";
import { normalPassword } from "./password-length";

let known: ReadonlySet<string> | undefined;

/** Whether a password is one of the 10,000 that are tried first, whatever the case of its letters. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(COMMON_PASSWORDS.split(" "));
  return known.has(normalPassword(password).toLowerCase());
}

/**
 * Refuses to set a password that everybody guesses first.
 * @param field the form's name for it
 * @throws AppError VALIDATION
 */
export function refuseCommonPassword(field: string, password: string): void {
  if (isCommonPassword(password))
    throw invalidField(field, text("errors.registration.commonPassword"));
}
