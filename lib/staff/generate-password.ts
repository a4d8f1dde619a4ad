/** No look-alikes (0/O, 1/l/I): people read these to each other. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const LENGTH = 16;

/** A random password of 16 letters and digits, about 92 bits. */
export function generatePassword(): string {
  // Bytes at or above the largest multiple would make the first letters more frequent.
  const limit = 256 - (256 % ALPHABET.length);
  let password = "";
  while (password.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && password.length < LENGTH) password += ALPHABET[byte % ALPHABET.length];
    }
  }
  return password;
}
