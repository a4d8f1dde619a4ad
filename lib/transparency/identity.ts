import { env, siteOrigin } from "@/lib/platform/env";
import { type Signer, verifierOf, verifierText } from "./log/note";
import type { Head } from "./tree";

/** Who signs the log, and by which key the signatures are checked. */
export type Identity = { signer: Signer; key: string };

/** The last one of a name, kept: each pass of the sequencer asks, and making a key takes longer than signing. */
const made = new Map<string, Identity & { secret: string }>();

function identityOf(name: string, secret: string): Identity {
  const before = made.get(name);
  if (before?.secret === secret) return before;
  const signer = { name, seed: new Uint8Array(Buffer.from(secret, "base64url")) };
  const identity = { signer, key: verifierText(verifierOf(signer)), secret };
  made.set(name, identity);
  return identity;
}

/** What a log is named by the site's address, where nobody names it. */
export const nameByAddress = (): string => `${new URL(siteOrigin()).host}/log`;

/** The log's name: the one that it has, unless another is set; before it begins the one that it will have. */
export const logOrigin = (head: Pick<Head, "origin"> | null): string =>
  env.LOG_ORIGIN ?? head?.origin ?? nameByAddress();

/**
 * Who this process signs as: the log keeps the name that it has, unless another is set.
 * @returns null without a key
 */
export function ownIdentity(head: Pick<Head, "origin"> | null): Identity | null {
  const secret = env.LOG_SIGNING_KEY;
  return secret ? identityOf(logOrigin(head), secret) : null;
}

/** Who signed before, where the key is to be replaced. */
export function previousIdentity(head: Pick<Head, "origin">): Identity | null {
  const secret = env.LOG_PREVIOUS_SIGNING_KEY;
  return secret ? identityOf(head.origin, secret) : null;
}
