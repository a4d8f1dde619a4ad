import { canonicalJson, sha256, uuidFrom } from "@/lib/platform/security/hash";
import type { HouseAccountKind, LedgerCurrency } from "./schema";

/** First id of each house account; a pool's 16 shards count down from it. */
const houseAccountIds: Record<HouseAccountKind, Partial<Record<LedgerCurrency, number>>> = {
  external: { USDT: -1, XAUT: -2 },
  treasury: { USDT: -3, XAUT: -4 },
  interest: { USDT: -5, XAUT: -6 },
  referral: { USDT: -7 },
  option_pool: { USDT: -100 },
  inventory: { USDT: -200, XAUT: -300 },
  fees: { USDT: -400, XAUT: -500 },
};
/** Added to a pool's first id to say "any shard"; the database then picks one. */
const ANY_SHARD = -1000;
const FIRST_POOL_ID = -100;

/**
 * Id of a house account, or for a pool the id that stands for any of its shards.
 * @throws RangeError when the house has no such account.
 */
export function houseAccountId(kind: HouseAccountKind, currency: LedgerCurrency): number {
  const id = houseAccountIds[kind][currency];
  if (id === undefined) throw new RangeError(`The house has no ${kind} account in ${currency}`);
  return id <= FIRST_POOL_ID ? id + ANY_SHARD : id;
}

/** SHA-256 of the canonical JSON: what tells a repeated request from another one with the same key. */
export function inputHash(input: object): Buffer {
  return sha256(canonicalJson(input));
}

/** Journal key of a trade that a user opens: one namespace for all types, so that a key serves one of them. */
export const tradeKey = (userId: string, key: string): string => `trade:${userId}:${key}`;

/** The key of the journal of a conversion's acceptance. */
export const vaultKey = (userId: string, key: string): string => `vault:${userId}:${key}`;

/** The key of the journal of a subscription to a plan. The client's key names its user already. */
export const savingKey = (_userId: string, key: string): string => `saving:${key}`;

/** The key of the journal that ends a saving early. */
export const savingRefundKey = (_userId: string, key: string): string => `saving-refund:${key}`;

/** The key of the journal that holds a withdrawal's amount. */
export const withdrawalKey = (id: string): string => `withdrawal:${id}:hold`;

/** The id of the withdrawal that a request's key stands for. */
export const withdrawalId = (idempotencyKey: string): string =>
  uuidFrom(`withdrawal:${idempotencyKey}`);

/** The key of the journal of a transfer of the house. */
export const houseKey = (actorId: string, key: string): string => `house:${actorId}:${key}`;

/** The key of the journal of an order's acceptance. */
export const orderKey = (userId: string, key: string): string => `order:${userId}:${key}`;
