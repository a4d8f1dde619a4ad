import { parseE8 } from "@/lib/market/rules";
import { defaultSettings } from "@/lib/settings/schema";
import type { MarketConfig } from "./config";

const E8_TO_PPM = 100n;
const ppmOf = (share: string): number | null => {
  const e8 = parseE8(share);
  return e8 === null || e8 <= 0n ? null : Number(e8 / E8_TO_PPM);
};

/**
 * A rate of the settings as it is known, in parts per million. Each look asks for it again and doesn't wait: a
 * database that is slow to answer must not hold the tick up.
 */
function knownRate(stored: (() => Promise<string>) | undefined, usual: string): () => number {
  let ppm = ppmOf(usual)!;
  let isAsking = false;
  const ask = async (read: () => Promise<string>) => {
    isAsking = true;
    try {
      ppm = ppmOf(await read()) ?? ppm;
    } catch {
      // What was known stays; the database reads the setting by itself for what it decides.
    } finally {
      isAsking = false;
    }
  };
  return () => {
    if (stored && !isAsking) void ask(stored);
    return ppm;
  };
}

/** The setting marketMaxSpread. */
export const spreadLimit = ({ maxSpread }: Pick<MarketConfig, "maxSpread">): (() => number) =>
  knownRate(maxSpread, defaultSettings.marketMaxSpread);

/** The setting marketMaxMove. */
export const moveLimit = ({ maxMove }: Pick<MarketConfig, "maxMove">): (() => number) =>
  knownRate(maxMove, defaultSettings.marketMaxMove);
