export type Quote = { bid: string; ask: string };
export type StandInCandle = [timeMs: number, o: string, h: string, l: string, c: string, v: string];

/** What the stand-in knows; the protocol files turn it into an exchange's own messages. */
export type Market = {
  /** By unified symbol, `XAUT/USDT` for spot and `XAUT/USDT:USDT` for the perpetual. */
  quotes: Map<string, Quote>;
  /** Candles of one interval, newest last. */
  candles: (symbol: string, widthMs: number) => StandInCandle[];
  /** The exchange's own clock, which may be wrong. */
  now: () => number;
};

/** How one exchange speaks. */
export type Protocol = {
  rest: (market: Market, url: URL) => unknown;
  /** Answers a client's message. `subscribe` makes the server push `topic` from then on. */
  message: (text: string, send: (text: string) => void, subscribe: (topic: string) => void) => void;
  /** The data message of a topic; null for a symbol that isn't there. */
  push: (market: Market, topic: string, path: string) => string | null;
};
