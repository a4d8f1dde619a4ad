import { ed25519 as inScript } from "@noble/curves/ed25519.js";
import { concat } from "./bytes";

/** Node's own signs in a hundredth of the time, where there is one. */
const native = globalThis.process?.getBuiltinModule?.("node:crypto");

/** What stands before the secret 32 bytes in PKCS #8, by RFC 8410. */
const PKCS8 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

type Key = ReturnType<NonNullable<typeof native>["createPrivateKey"]>;
/** By the secret bytes that they follow from: whoever signs does so each second. */
const keys = new WeakMap<Uint8Array, { secret: Key; open: Uint8Array }>();

function keyOf(crypto: NonNullable<typeof native>, seed: Uint8Array) {
  const known = keys.get(seed);
  if (known) return known;
  const secret = crypto.createPrivateKey({
    key: Buffer.from(concat(PKCS8, seed)),
    format: "der",
    type: "pkcs8",
  });
  const { x } = crypto.createPublicKey(secret).export({ format: "jwk" });
  const made = { secret, open: new Uint8Array(Buffer.from(x ?? "", "base64url")) };
  keys.set(seed, made);
  return made;
}

/** The public key, 32 bytes, of secret bytes. Don't change these afterwards. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array =>
  native ? keyOf(native, seed).open : inScript.getPublicKey(seed);

/** The signature, 64 bytes by RFC 8032, of a message with secret bytes. Don't change these afterwards. */
export const signWith = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  native
    ? new Uint8Array(native.sign(null, message, keyOf(native, seed).secret))
    : inScript.sign(message, seed);
