import { AsyncResource } from "node:async_hooks";
import { BusyError } from "@/lib/platform/db/places";
import { inCommon } from "@/lib/platform/db/waits";
import { isBusy, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

export type Batching<Item, Answer> = {
  /** The most that goes together. */
  most: number;
  /** How long nobody waits any longer for what is under way: a row that somebody has locked must not hold up all. */
  patienceMs: number;
  /** Whose it is: what one owner asks for is done in the order in which it came, and never in two calls at once. */
  ownerOf: (item: Item) => string;
  /** Its share of what may go together at most, where that is more than a number of items: 1 is all of it. */
  shareOf: (item: Item) => number;
  /** Does one by itself. */
  alone: (item: Item) => Promise<Answer>;
  /**
   * Does several in one call, all or nothing where it throws.
   * @returns an answer for each by its place, undefined for those it left out: they go alone
   */
  together: (items: Item[]) => Promise<(Answer | undefined)[]>;
};

type Asked<Item, Answer> = {
  item: Item;
  owner: string;
  /** In the context of whoever asked, with their patience for a connection. */
  alone: () => Promise<Answer>;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Lets go together what arrives while a call is under way: with nothing under way each goes alone at once, as it would
 * without this.
 * @returns does one item, by itself or together with others, and gives its answer
 */
export function inBatches<Item, Answer>(
  batching: Batching<Item, Answer>,
): (item: Item) => Promise<Answer> {
  const batches = new Batches(batching);
  return (item) => batches.ask(item);
}

class Batches<Item, Answer> {
  private waiting: Asked<Item, Answer>[] = [];
  private readonly busy = new Set<string>();
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly batching: Batching<Item, Answer>) {}

  ask(item: Item): Promise<Answer> {
    const { alone, ownerOf } = this.batching;
    return new Promise((resolve, reject) => {
      const bound = AsyncResource.bind(() => alone(item));
      this.waiting.push({ item, owner: ownerOf(item), alone: bound, resolve, reject });
      if (this.underWay === 0) this.begin();
      else this.beginLater();
    });
  }

  /** Begins with what waits, whatever else is under way. */
  private begin(): void {
    const chosen = this.choose();
    if (chosen.length > 0) {
      this.underWay += 1;
      void this.run(chosen);
    }
    if (this.waiting.length > 0) this.beginLater();
  }

  private beginLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.begin();
    }, this.batching.patienceMs).unref();
  }

  /** Takes what may go now, in the order in which it came. */
  private choose(): Asked<Item, Answer>[] {
    const { most, shareOf } = this.batching;
    const chosen: Asked<Item, Answer>[] = [];
    const left: Asked<Item, Answer>[] = [];
    let share = 0;
    let isFull = false;
    for (const asked of this.waiting) {
      const isFree: boolean = !isFull && !this.busy.has(asked.owner);
      if (isFree) share += shareOf(asked.item);
      isFull ||= isFree && chosen.length > 0 && (share > 1 || chosen.length === most);
      (isFree && !isFull ? chosen : left).push(asked);
    }
    this.waiting = left;
    for (const { owner } of chosen) this.busy.add(owner);
    return chosen;
  }

  private async run(chosen: Asked<Item, Answer>[]): Promise<void> {
    const isBatch = chosen.length > 1;
    const left = isBatch ? await this.runTogether(chosen) : chosen;
    const byOwner = new Map<string, Asked<Item, Answer>[]>(chosen.map(({ owner }) => [owner, []]));
    for (const asked of left) byOwner.get(asked.owner)?.push(asked);
    const rest = Promise.all([...byOwner].map(([owner, own]) => this.runOwn(owner, own)));
    // Those that were left out hold up nobody else: they may meet a row that somebody has locked.
    if (!isBatch) await rest;
    this.underWay -= 1;
    if (this.underWay === 0) this.begin();
  }

  /** @returns those that it left out, which is all where it failed: nothing was done, or can be repeated by its key */
  private async runTogether(chosen: Asked<Item, Answer>[]): Promise<Asked<Item, Answer>[]> {
    const items = chosen.map(({ item }) => item);
    let answers: (Answer | undefined)[] = [];
    try {
      answers = await inCommon(() => this.batching.together(items));
    } catch (err) {
      if (err instanceof BusyError) {
        // There was no connection for as long as any of them may wait for one.
        for (const { reject } of chosen) reject(err);
        return [];
      }
      if (toAppError(err).code === "INTERNAL") log.error({ event: "batch.failed", err });
    }
    return chosen.filter(({ resolve }, place) => {
      const answer = answers[place];
      if (answer !== undefined) resolve(answer);
      return answer === undefined;
    });
  }

  /** Does one after the other what one owner asked for. Where somebody keeps them out, that goes for all they wait for. */
  private async runOwn(owner: string, own: Asked<Item, Answer>[]): Promise<void> {
    let kept: unknown;
    for (const { alone, resolve, reject } of own) {
      if (kept === undefined) {
        await alone().then(resolve, (error: unknown) => {
          if (isBusy(error)) kept = error;
          reject(error);
        });
      } else reject(kept);
    }
    this.busy.delete(owner);
    if (kept !== undefined) {
      const refused = this.waiting.filter((asked) => asked.owner === owner);
      this.waiting = this.waiting.filter((asked) => asked.owner !== owner);
      for (const { reject } of refused) reject(kept);
    }
    if (this.underWay === 0) this.begin();
  }
}
