import { createECDH } from "node:crypto";
import { env, siteOrigin } from "@/lib/platform/env";

/** What the site proves to push services that it is who a device asked for (RFC 8292), in base64url. */
export interface PushKey {
  /** An uncompressed point of P-256. */
  publicKey: string;
  privateKey: string;
}

/** The site's key, or null where it has none: nothing is pushed then. */
export function pushKey(): PushKey | null {
  const privateKey = env.PUSH_PRIVATE_KEY;
  if (!privateKey) return null;
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { publicKey: curve.getPublicKey("base64url"), privateKey };
}

/** Whom a push service writes to about this site's messages; Apple's takes no http address. */
export function pushSubject(): string {
  const origin = siteOrigin();
  if (origin.startsWith("https://")) return origin;
  const [, address = env.MAIL_FROM] = /<(.+)>$/.exec(env.MAIL_FROM) ?? [];
  return `mailto:${address}`;
}
