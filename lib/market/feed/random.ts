import { createCipheriv, randomBytes } from "node:crypto";

/** A small repeatable generator (mulberry32): numbers in [0, 1). For tests only: it is soon seen through. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Numbers in [0, 1) out of AES in counter mode with a key that nobody knows: those that were seen tell nothing of the
 * next. Options are settled at simulated prices too.
 */
function secretRandom(): () => number {
  const stream = createCipheriv("aes-256-ctr", randomBytes(32), randomBytes(16));
  const zeros = Buffer.alloc(6);
  return () => stream.update(zeros).readUIntBE(0, 6) / 2 ** 48;
}

/**
 * The generator behind simulated prices: numbers in [0, 1) that nobody can foretell, or with a seed the same ones again.
 * @param seq the newest tick's number, so that a restart goes on with other numbers than those before it
 */
export function priceRandom(seed: number | undefined, seq: bigint): () => number {
  return seed === undefined ? secretRandom() : seededRandom(seed + Number(seq));
}

/** A normally distributed number, mean 0 and deviation 1. */
export function gaussian(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
