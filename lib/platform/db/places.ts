import { currentWait, type Wait } from "./waits";

/** Nothing was done: no connection was free in time, or whoever asked has gone. */
export class BusyError extends Error {
  readonly code = "DATABASE_BUSY";

  constructor() {
    super("No database connection was free in time");
    this.name = "BusyError";
  }
}

type Waiting = { wait: Wait; sinceMs: number; grant: () => void; refuse: () => void };

/** Whoever waited for less costs little, and Prisma may read for others together with them. */
const POINTLESS_AFTER_MS = 250;

/**
 * The connections of a pool, given out one by one: to background work first, then to the request that began first.
 * Drivers have queues, too, but in the order of the statements: with many requests each of them would be late.
 */
export class Places {
  private free: number;
  private generation = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly max: number) {
    this.free = max;
  }

  /**
   * Takes a place if one is free at once.
   * @returns what to call when it is needed no more, once
   */
  takeNow(): (() => void) | null {
    if (this.free === 0) return null;
    const wait = currentWait();
    wait.begin();
    wait.end(true);
    this.free -= 1;
    return this.release();
  }

  /**
   * Waits for a place.
   * @returns what to call when it is needed no more, once
   * @throws BusyError after three seconds in a request, all its waits together, and ten elsewhere
   */
  async take(): Promise<() => void> {
    const now = this.takeNow();
    if (now) return now;
    const wait = currentWait();
    wait.begin();
    return new Promise((resolve, reject) => {
      const end = (isGranted: boolean) => {
        clearTimeout(timer);
        wait.end(isGranted);
        if (isGranted) resolve(this.release());
        else reject(new BusyError());
      };
      const sinceMs = performance.now();
      const mine: Waiting = { wait, sinceMs, grant: () => end(true), refuse: () => end(false) };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(mine), 1);
        mine.refuse();
      }, wait.leftMs);
      const before = this.waiting.findLastIndex((one) => one.wait.rank <= wait.rank);
      this.waiting.splice(before + 1, 0, mine);
    });
  }

  /** Starts with all places free: those that are taken are of connections that nobody gets any more. */
  renew(): void {
    this.generation += 1;
    this.free = this.max;
    while (this.free > 0 && this.waiting.length > 0) {
      this.free -= 1;
      this.grantNext();
    }
  }

  private release(): () => void {
    const { generation } = this;
    return () => {
      if (generation !== this.generation) return;
      // The place is handed on, not given up: nobody who comes in this moment overtakes.
      this.grantNext();
    };
  }

  private grantNext(): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const isShort = performance.now() - next.sinceMs < POINTLESS_AFTER_MS;
      if (isShort || !next.wait.isPointless()) {
        next.grant();
        return;
      }
      next.refuse();
    }
    this.free += 1;
  }
}
