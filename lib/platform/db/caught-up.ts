import { setTimeout as delay } from "node:timers/promises";

/** How long a read waits for the replica before it goes to the primary. It usually is a few milliseconds behind. */
const MAX_WAIT_MS = 250;
const POLL_MS = 3;
/** How long the primary serves all after the replica was late or away, before it is tried again. */
const REST_MS = 1_000;

/** Places in the write-ahead log, in bytes from its beginning. */
type Positions = {
  /** How far the primary's commits are on its disk: whatever anybody was told is done lies before it. */
  committed: () => Promise<bigint>;
  /** How far the replica shows them; null where that server is no replica. */
  shown: () => Promise<bigint | null>;
};

/** Hears when reads begin to go to the replica again, and when they go to the primary, and why. */
type Heard = (isServing: boolean, reason?: unknown) => void;

/**
 * Whether a replica shows all that was done before somebody asked. One question to each server answers
 * all who ask at the same time.
 */
export class CaughtUp {
  private readonly committed: () => Promise<bigint>;
  private asking: Promise<bigint | null> | null = null;
  private shownUntil = -1n;
  private restsUntil = 0;
  private isServing = true;

  constructor(
    private readonly positions: Positions,
    private readonly onChange: Heard = () => undefined,
  ) {
    this.committed = askedAfter(positions.committed);
  }

  /** Resolves with false, at once or after a quarter of a second, where the primary has to serve. Never rejects. */
  async isSo(): Promise<boolean> {
    if (performance.now() < this.restsUntil) return false;
    try {
      const position = await this.committed();
      const until = performance.now() + MAX_WAIT_MS;
      while (!(await this.shows(position))) {
        if (performance.now() > until) throw new Error("The replica is behind");
        await delay(POLL_MS);
      }
      this.serves(true);
      return true;
    } catch (error) {
      this.rest(error);
      return false;
    }
  }

  /** Leaves all reads of the next second to the primary, because one failed on the replica. */
  rest(error: unknown): void {
    this.restsUntil = performance.now() + REST_MS;
    this.serves(false, error);
  }

  /** Whether the last read that asked was served by the replica. */
  get serving(): boolean {
    return this.isServing;
  }

  private async shows(position: bigint): Promise<boolean> {
    if (this.shownUntil >= position) return true;
    this.asking ??= this.positions.shown().finally(() => {
      this.asking = null;
    });
    const shown = await this.asking;
    // Another server may stand behind the address by now: what the one before showed counts for nothing.
    this.shownUntil = shown ?? -1n;
    if (shown === null) throw new Error("This server is no replica");
    return shown >= position;
  }

  private serves(isServing: boolean, reason?: unknown): void {
    if (isServing === this.isServing) return;
    this.isServing = isServing;
    this.onChange(isServing, reason);
  }
}

/** Shares the answers of `ask` among callers, but only ones that were asked for after a caller came. */
function askedAfter<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (): Promise<T> => {
    const asked = ask().finally(() => {
      if (current === asked) current = null;
    });
    current = asked;
    return asked;
  };
  return () => {
    if (!current) return begin();
    const afterwards = () => {
      next = null;
      return begin();
    };
    next ??= current.then(afterwards, afterwards);
    return next;
  };
}
