import type { ErrorCode } from "@/lib/platform/errors";

/** Currencies that the ledger holds, both in 10^-6 units. */
export const ledgerCurrencies = ["USDT", "XAUT"] as const;
export type LedgerCurrency = (typeof ledgerCurrencies)[number];

/** What a user's account is for. `held` belongs to open withdrawals and pending orders and has its own functions. */
export const userAccountKinds = ["available", "held", "stored", "savings", "ai"] as const;
export type UserAccountKind = (typeof userAccountKinds)[number];

/** House accounts. `external` is the outside world: deposits come from it, withdrawals go to it. */
export const houseAccountKinds = [
  "external",
  "treasury",
  "option_pool",
  "inventory",
  "fees",
  "interest",
  "referral",
] as const;
export type HouseAccountKind = (typeof houseAccountKinds)[number];

/** One end of a transfer. Money of open options and of withdrawals moves through its own functions. */
export type AccountRef =
  | { user: string; kind: Exclude<UserAccountKind, "held">; currency: LedgerCurrency }
  | { house: HouseAccountKind; currency: LedgerCurrency };

export type TransferInput = { from: AccountRef; to: AccountRef; amountMicro: bigint };

/** What a transfer was for: a table name and the id of its row. */
export type Reference = { type: string; id: string };

export type PostInput = {
  /** Name of the business event, for example "deposit" or "admin_adjustment". */
  kind: string;
  /** Makes the event happen once. Put the user's id in front of a key that a client chose. */
  key: string;
  /** Who caused it; null for the system. */
  actorId: string | null;
  transfers: TransferInput[];
  reference?: Reference;
};

/** A member of staff who causes an event, as the audit log has to name them. */
export type StaffActor = { id: string; requestId?: string; ip?: string };

export type HoldInput = {
  key: string;
  actorId: string | null;
  userId: string;
  amountMicro: bigint;
  withdrawalId: string;
};

export type OptionDirection = "up" | "down";

export type OpenOptionInput = {
  userId: string;
  /** The client's idempotency key; scoped to the user here. */
  key: string;
  /** What the caller already knows to be in the way; a repeated key is answered all the same. */
  refusal: ErrorCode | null;
  /** Version of the risk disclosure that the user must have accepted. */
  riskVersion: number;
  direction: OptionDirection;
  amountMicro: bigint;
  durationSeconds: number;
  /** Payout beyond the stake in parts per million: 800,000 is 0.80. */
  payoutRatePpm: number;
  /** The rate that the user reviewed: part of the request, unlike the setting's. */
  reviewedRatePpm?: number;
  minAmountMicro: bigint;
  maxAmountMicro: bigint;
  /** Trades a UTC day, strategy fills excepted; null for no limit. */
  dailyTradeLimit: number | null;
  minSources: number;
  /** Most that all options expiring in one second may cost the house; null for no cap. */
  capPerSecondMicro: bigint | null;
  /** Most that all open options of one direction may cost the house; null for no cap. */
  capPerDirectionMicro: bigint | null;
};

export type OpenedOption = {
  tradeId: string;
  number: bigint;
  openedAt: Date;
  /** The house's possible payout beyond the stake. */
  collateralMicro: bigint;
  /** The user's available USDT afterwards. */
  availableMicro: bigint;
  /** Whether this key had opened the option before. */
  replayed: boolean;
  /** Whether prices are simulated now; null before the first. */
  simulated: boolean | null;
};

export type EnteredOption = {
  tradeId: string;
  userId: string;
  status: "open" | "void";
  expiresAt: Date | null;
};

export type SettledOption = {
  tradeId: string;
  userId: string;
  status: "won" | "lost" | "refunded" | "void";
  payoutMicro: bigint;
};

export type SpotSide = "buy" | "sell";

export type SpotTradeInput = {
  userId: string;
  /** The client's idempotency key; scoped to the user here. */
  key: string;
  side: SpotSide;
  /** USDT to spend for a buy, XAUT to give for a sale. */
  amountMicro: bigint;
  /** Worst price accepted; null takes any. */
  limitPriceE8: bigint | null;
  /** The fee's rate that the user reviewed, part of what a repeated key has to repeat. */
  reviewedFeePpm?: number;
};

export type AcceptedSpotTrade = {
  tradeId: string;
  /** Whether this key had been accepted before. */
  replayed: boolean;
};

/** A user's money by currency and purpose, in micro-units. */
export type UserBalances = {
  USDT: { available: bigint; held: bigint; escrow: bigint; savings: bigint; ai: bigint };
  XAUT: { available: bigint; held: bigint; stored: bigint; savings: bigint; ai: bigint };
};

/** One line of one of a user's accounts; negative when money left it. */
export type AccountLine = {
  id: string;
  at: Date;
  /** The business event, for example "deposit" or "option_open". */
  type: string;
  /** Its number among the lines of the event; 0 for lines of escrow. */
  line: number;
  accountKind: UserAccountKind | "escrow";
  currency: LedgerCurrency;
  amountMicro: bigint;
  /** Null for escrow, which is not kept a user. */
  balanceAfterMicro: bigint | null;
  /** The user's other account when money moved between two of theirs. */
  otherKind: UserAccountKind | "escrow" | null;
  reference: Reference | null;
};

/** One event that changed what a user owns, with what it changed in each currency, fees included. */
export type WealthLine = {
  id: string;
  at: Date;
  /** The business event, for example "deposit" or "option_settle". */
  type: string;
  usdtMicro: bigint;
  xautMicro: bigint;
  usdtFeeMicro: bigint;
  xautFeeMicro: bigint;
  reference: Reference | null;
};
