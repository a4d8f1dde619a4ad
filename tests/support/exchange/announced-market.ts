import { randomUUID } from "node:crypto";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { acceptConversion } from "@/lib/ledger/vault";
import { judgeContest, type Sample } from "@/lib/market/contest-rules";
import {
  computeIndex,
  type IndexState,
  initialIndexState,
  type SourceQuote,
} from "@/lib/market/rules";
import { AppError } from "@/lib/platform/errors";
import { fund } from "@/tests/factories/funds";
import {
  createFundedUser,
  openOption,
  optionOrder,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { storeSettings } from "@/tests/support/stored-settings";
import type { YearMarket } from "@/tests/support/year/market";
import { Random } from "@/tests/support/year/random";

const TICK_MS = 1_000;
/** From one move of the leader to the next. An option is over by then, so that no other move decides it. */
const ROUND_MS = 16_000;
/** Of who buys or sells instead: all have followed, and what was contested is not any more. */
const DEAL_ROUND_MS = 9_000;
const OPTION_SECONDS = 5;
const E8 = 1e8;
const LIMITS = {
  freshMs: 5_000,
  readmitAfterMs: 300_000,
  outvoteAfterMs: 15_000,
  maxSpreadPpm: 10_000,
};

/** What somebody who watches the leading exchange tried, and what became of it. */
export type Attack = {
  leadMs: number;
  /** How far the leader moved, as a part of the price. */
  move: number;
  /** An option's end, or the code of the refusal. */
  outcome: string;
};

/**
 * What buying or selling XAUT at a move gained as a part of the amount, before its fee, by the price at which all have
 * followed; null where nothing was filled. `known` would have been filled at the newest tick.
 */
export type Deal = { filled: number | null; known: number };

/** A price that several exchanges quote, each with its offset: the first one shows a move before the others. */
class Exchanges {
  private common = 4000;
  private ahead = 1;
  private followsAtMs: number[] = [];
  private readonly offsets: number[];

  constructor(
    private readonly random: Random,
    followers: number,
    private readonly noise: number,
  ) {
    this.offsets = Array.from({ length: followers + 1 }, () => 1 + (random.next() - 0.5) / 500);
  }

  /** The leader moves; the others follow one after the other, the last one after `leadMs`. */
  lead(nowMs: number, factor: number, leadMs: number): void {
    const followers = this.offsets.length - 1;
    this.ahead = factor;
    this.followsAtMs = Array.from(
      { length: followers },
      (_, n) => nowMs + (leadMs * (n + 1)) / followers,
    );
  }

  /** A step that all exchanges make in the same instant, so that none announces it. */
  step(): void {
    this.common *= 1 + (this.random.whole(2) === 0 ? 1 : -1) * 0.00002;
  }

  quotes(nowMs: number): SourceQuote[] {
    return this.offsets.map((offset, n) => {
      const hasMoved = n === 0 || nowMs >= this.followsAtMs[n - 1]!;
      const noise = 1 + (this.random.next() - 0.5) * 2 * this.noise;
      const price = this.common * offset * noise * (hasMoved ? this.ahead : 1);
      // To the cent, as exchanges quote.
      const cents = Math.round(price * 100);
      const e8 = (value: number) => BigInt(value) * 1_000_000n;
      return {
        source: `exchange${n}:XAUT/USDT`,
        bidE8: e8(cents - 10),
        askE8: e8(cents + 10),
        receivedMs: nowMs,
      };
    });
  }

  /** The move is one of before: the next starts from here. */
  settle(): void {
    this.common *= this.ahead;
    this.ahead = 1;
  }
}

/**
 * Runs the feed's own rules on made-up exchanges and a clock that is moved, records what they say by the feed's own
 * SQL function, and lets an attacker open an option a millisecond after each move of the leader, in its direction.
 */
export class AnnouncedMarket {
  private readonly random: Random;
  private readonly exchanges: Exchanges;
  private state: IndexState = initialIndexState;
  private samples: Sample[] = [];
  private user = "";

  constructor(
    private readonly market: YearMarket,
    private nowMs: number,
    private readonly options: {
      seed: number;
      followers: number;
      /** Whether the feed says that a price is contested, as it did not before. */
      contests: boolean;
      leadsMs: [from: number, to: number];
    },
  ) {
    this.random = new Random(options.seed);
    this.exchanges = new Exchanges(this.random, options.followers, 0.00002);
  }

  /** Plays so many moves of 0.02 to 0.5%, in both directions, to their ends. */
  async play(rounds: number): Promise<Attack[]> {
    this.user = await createFundedUser(units(rounds));
    for (let second = 0; second < 60; second++) await this.tick();
    const attacks: (Omit<Attack, "outcome"> & { id: string | null; refusal: string })[] = [];
    for (let round = 0; round < rounds; round++) attacks.push(await this.round());
    const ends = await this.market.query<{ id: string; status: string }>(
      "SELECT id, status FROM trade WHERE user_id = $1",
      [this.user],
    );
    const endOf = new Map(ends.map(({ id, status }) => [id, status]));
    return attacks.map(({ id, refusal, ...attack }) => ({
      ...attack,
      outcome: id === null ? refusal : (endOf.get(id) ?? "lost from sight"),
    }));
  }

  /** Lets an attacker buy or sell XAUT at so many moves of the leader, in turn for the available balance and for storage. */
  async playDeals(rounds: number): Promise<Deal[]> {
    this.user = await createFundedUser(units(20 * rounds));
    await storeSettings({ manualMin: "0", dailyTradeLimit: 100_000 });
    await fund({ user: this.user, kind: "available", currency: "XAUT" }, units(rounds / 100));
    await acceptConversion({
      ...this.conversion("store", "XAUT"),
      amountMicro: units(rounds / 200),
    });
    for (let second = 0; second < 60; second++) await this.tick();
    const deals: Deal[] = [];
    for (let round = 0; round < rounds; round++) deals.push(await this.dealRound(round % 2 === 0));
    return deals;
  }

  private async dealRound(isSpot: boolean): Promise<Deal> {
    const { direction, endsMs } = await this.leaderMoves(DEAL_ROUND_MS);
    const isUp = direction === "up";
    const known = await this.quote();
    const accepting = isSpot
      ? acceptSpotTrade(this.spotOrder(isUp ? "buy" : "sell")).then(({ tradeId }) => tradeId)
      : acceptConversion(this.conversion(isUp ? "store" : "retrieve", "USDT")).then(({ id }) => id);
    const order = await accepting.catch((error: unknown) => {
      if (error instanceof AppError && error.code === "MARKET_STALE") return null;
      throw error;
    });
    while (this.nowMs < endsMs) await this.tick();
    this.exchanges.settle();
    await fillOrders();
    const [row] = await this.market.query<{ price: string | null }>(
      `SELECT entry_price_e8 AS price FROM trade WHERE id = $1
       UNION ALL SELECT price_e8 FROM vault_conversion WHERE id = $1`,
      [order],
    );
    const { price } = await this.quote();
    const gainAt = (at: number) => (isUp ? price / at : at / price) - 1;
    return {
      filled: row?.price ? gainAt(Number(row.price)) : null,
      known: gainAt(isUp ? known.ask : known.bid),
    };
  }

  private conversion(direction: "store" | "retrieve", currency: "USDT" | "XAUT") {
    const amountMicro = direction === "store" ? units(10.5) : units(0.003);
    const terms = { limitPriceE8: null, reviewedFeePpm: null };
    return { ...terms, userId: this.user, key: randomUUID(), direction, currency, amountMicro };
  }

  private spotOrder(side: "buy" | "sell") {
    const amountMicro = side === "buy" ? units(10.5) : units(0.003);
    return { limitPriceE8: null, userId: this.user, key: randomUUID(), side, amountMicro };
  }

  private async quote(): Promise<{ price: number; bid: number; ask: number }> {
    const [row] = await this.market.query<{ price: string; bid: string; ask: string }>(
      "SELECT price_e8 AS price, bid_e8 AS bid, ask_e8 AS ask FROM market_head",
    );
    return { price: Number(row?.price), bid: Number(row?.bid), ask: Number(row?.ask) };
  }

  /** The leader moves; a millisecond later it is the attacker's turn. */
  private async leaderMoves(roundMs: number) {
    const endsMs = this.nowMs + roundMs;
    const movesMs = this.nowMs + 1 + this.random.whole(TICK_MS - 2);
    const [from, to] = this.options.leadsMs;
    const leadMs = from + this.random.next() * (to - from);
    const move = 0.0002 * 25 ** this.random.next();
    const direction = this.random.whole(2) === 0 ? "up" : "down";
    this.exchanges.lead(movesMs, 1 + (direction === "up" ? move : -move), leadMs);
    await this.market.moveTo(movesMs + 1);
    return { direction, endsMs, leadMs, move } as const;
  }

  private async round() {
    const { direction, endsMs, leadMs, move } = await this.leaderMoves(ROUND_MS);
    const order = { direction, amountMicro: units(1), durationSeconds: OPTION_SECONDS } as const;
    const opened = await openOption(optionOrder(this.user, order)).catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });
    while (this.nowMs < endsMs) await this.tick();
    this.exchanges.settle();
    await enterDue();
    await settleDue();
    return typeof opened === "string"
      ? { leadMs, move, id: null, refusal: opened }
      : { leadMs, move, id: opened.tradeId, refusal: "" };
  }

  /** One second of the feed. */
  private async tick(): Promise<void> {
    this.nowMs += TICK_MS;
    this.exchanges.step();
    const quotes = this.exchanges.quotes(this.nowMs);
    const result = computeIndex(this.state, quotes, this.nowMs, LIMITS);
    const judged = judgeContest(this.samples, quotes, result, this.nowMs, LIMITS);
    const isContested = this.options.contests && judged.isContested;
    this.state = result.state;
    this.samples = judged.samples;
    await this.market.moveTo(this.nowMs);
    const { tick } = result;
    if (tick === null && isContested) await this.market.query("SELECT market_contest()");
    if (tick === null) return;
    await this.market.query(
      "SELECT record_tick($1, $2, $3, $4, $5, false, clock_timestamp(), $6)",
      [
        ...[tick.priceE8, tick.bidE8, tick.askE8].map(String),
        JSON.stringify(
          tick.quotes.map(({ source, bidE8, askE8 }) => ({
            source,
            bid: Number(bidE8) / E8,
            ask: Number(askE8) / E8,
          })),
        ),
        tick.quotes.length,
        isContested,
      ],
    );
  }
}
