/** What bcrypt reads of a password; the rest would not count. */
export const PASSWORD_MAX_BYTES = 72;

/** Whether a password is longer than what its hash would be made of. */
export function isPasswordTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_MAX_BYTES;
}
