import type { OptionTradeDto, SpotTradeDto } from "@/lib/trading/schema";

/** The answer about a live price of 4,000 now, a dollar between it and each side, but for what a test says. */
export const livePrice = (changes: object = {}) => ({
  price: "4000.00",
  bid: "3999.00",
  ask: "4001.00",
  change24h: null,
  high24h: null,
  low24h: null,
  volume24h: "0",
  source: "live",
  sources: ["exchange"],
  simulated: false,
  stale: false,
  contested: false,
  at: new Date().toISOString(),
  seq: "1",
  ...changes,
});

/** An open option of 50 USDT, entered at 4,000 for 30 s, but for what a test says. */
export const openOption = (changes: Partial<OptionTradeDto> = {}): OptionTradeDto => ({
  id: "0193",
  number: "17",
  type: "option",
  status: "open",
  direction: "up",
  side: null,
  amount: "50.000000",
  currency: "USDT",
  received: null,
  receivedCurrency: null,
  payoutRate: "0.80",
  duration: 30,
  entryPrice: "4000.00",
  exitPrice: null,
  fee: "0.000000",
  payout: null,
  pnl: null,
  openedAt: "2026-11-20T10:00:00.000Z",
  entryAt: "2026-11-20T10:00:01.000Z",
  expiresAt: "2026-11-20T10:00:31.000Z",
  settledAt: null,
  entryTickId: "1",
  exitTickId: null,
  simulated: false,
  limitPrice: null,
  voidReason: null,
  ...changes,
});

/** A purchase with 50 USDT that waits for its price, but for what a test says. */
export const spotBuy = (changes: Partial<SpotTradeDto> = {}): SpotTradeDto => ({
  ...openOption(),
  type: "manual",
  status: "pending",
  direction: null,
  side: "buy",
  receivedCurrency: "XAUT",
  payoutRate: null,
  duration: null,
  ...changes,
});
