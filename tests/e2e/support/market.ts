import { expect } from "playwright/test";
import { succeed } from "./api";
import { FLAT_BID } from "./prices";

const FLAT_PRICE = FLAT_BID + 0.1;

async function priceNow(): Promise<number> {
  return Number((await succeed("GET", "/api/xaut/price")).price);
}

/** Waits until the replayed price has just begun to stand still: options ending soon will tie. */
export async function untilFlat(): Promise<void> {
  await expect
    .poll(priceNow, { timeout: 100_000, intervals: [200] })
    .toBeGreaterThan(FLAT_PRICE + 1);
  await expect.poll(priceNow, { timeout: 100_000, intervals: [200] }).toBeCloseTo(FLAT_PRICE, 4);
}

/** Waits until the replayed price has just begun to rise: up will win, down will lose. */
export async function untilRising(): Promise<void> {
  await expect.poll(priceNow, { timeout: 100_000, intervals: [200] }).toBeCloseTo(FLAT_PRICE, 4);
  await expect.poll(priceNow, { timeout: 100_000, intervals: [200] }).toBeGreaterThan(FLAT_PRICE);
}
