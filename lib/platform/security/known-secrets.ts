/** What stands in examples, and in the sources of this site for its build, once or repeated to be long enough. */
const PLACEHOLDERS = /^(?:(?:change[-_ ]?me|change[-_ ]?this|only-while-building)[-_ ]?)+$/i;

const PASSWORDS = new Set([
  "password",
  "password1",
  "password123",
  "passw0rd",
  "admin",
  "admin1",
  "admin123",
  "administrator",
  "123456",
  "1234567",
  "12345678",
  "123456789",
  "1234567890",
  "qwerty",
  "qwerty123",
  "letmein",
  "secret",
]);

/** Why a value protects nothing, as the end of a sentence about its variable; null where it may do. */
export function whyNoSecret(value: string): string | null {
  if (/^(.)\1*$/su.test(value)) return "is one character repeated";
  return PLACEHOLDERS.test(value) ? "is a well-known placeholder" : null;
}

/** Whether a password is among those that are tried first. Small and capital letters are the same. */
export function isWellKnownPassword(value: string): boolean {
  return PASSWORDS.has(value.toLowerCase());
}
