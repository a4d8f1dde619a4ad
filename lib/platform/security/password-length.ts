/** What bcrypt reads of a password; the rest would not count. */
export const PASSWORD_MAX_BYTES = 72;

/** A password in the one form that it is hashed in: keyboards write the same characters in several ways. */
export const normalPassword = (password: string): string => password.normalize("NFKC");

/** Whether a password is longer than what its hash would be made of. */
export function isPasswordTooLong(password: string): boolean {
  return new TextEncoder().encode(normalPassword(password)).length > PASSWORD_MAX_BYTES;
}
