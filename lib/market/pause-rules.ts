/** When a price of one exchange alone is too far from the last ones to be traded on. */
import { PPM } from "@/lib/platform/money";

/** A live tick that could be traded on, oldest first in lists. */
export type AcceptedPrice = { atMs: number; priceE8: bigint };

export type PauseReason = "hour" | "minute";

const MINUTE_MS = 60_000;
export const ACCEPTED_MS = 3_600_000;
/** How far from the last accepted hour a single exchange may be, in parts per million. */
const HOUR_PPM = 100_000n;

const isBeyond = (prices: readonly AcceptedPrice[], priceE8: bigint, ppm: bigint): boolean =>
  prices.some(({ priceE8: before }) => {
    const distance = priceE8 > before ? priceE8 - before : before - priceE8;
    return distance * PPM > before * ppm;
  });

/**
 * Why a price that one exchange shows alone pauses trading: it is more than 10% from every price of the last hour
 * with accepted prices, or moved by more than the largest move within a minute. Null when it may be traded on.
 */
export function judgeMove(
  accepted: readonly AcceptedPrice[],
  priceE8: bigint,
  nowMs: number,
  maxMovePpm: number,
): PauseReason | null {
  const lastMs = accepted.at(-1)?.atMs;
  if (lastMs === undefined) return null;
  const hour = accepted.filter(({ atMs }) => atMs >= lastMs - ACCEPTED_MS);
  if (hour.every((price) => isBeyond([price], priceE8, HOUR_PPM))) return "hour";
  const minute = hour.filter(({ atMs }) => atMs >= nowMs - MINUTE_MS);
  return isBeyond(minute, priceE8, BigInt(maxMovePpm)) ? "minute" : null;
}
