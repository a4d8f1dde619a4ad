/** Repeatable random numbers (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to `below`. */
  whole(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.whole(items.length)];
    if (item === undefined) throw new RangeError("Nothing to pick from");
    return item;
  }

  /** Micro-units up to this many whole units, with all six decimals. */
  micro(units: number): bigint {
    return BigInt(1 + this.whole(units * 1_000)) * 1_000n + BigInt(this.whole(1_000));
  }
}
