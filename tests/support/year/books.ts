/**
 * What the house's accounts must hold, kept by hand beside the ledger: every amount is worked out here from
 * what was ordered and at which price, never read from the ledger.
 */
import { mulDivCeil, mulDivFloor, mulDivHalfEven } from "@/lib/platform/money";
import type { Quote } from "./market";

const E8 = 100_000_000n;
const PPM = 1_000_000n;
const RATE_ONE = 1_000_000_000n;
const HORIZON_DAYS = 30;

export const FEE_PPM = 1_000;
export const SPREAD_PPM = 500;
export const PAYOUT_PPM = 820_000n;
export const REFERRAL_PPM = 100_000n;

export type YearPlan = {
  id: string;
  currency: "USDT" | "XAUT";
  ratePpb: bigint;
  days: number | null;
};
/** A saving as it was ordered. Days count from the year's first midnight. */
export type YearSaving = {
  id: string;
  user: string;
  plan: YearPlan;
  principal: bigint;
  startDay: number;
};
export type YearOption = { user: string; up: boolean; stake: bigint };

/** Closed form: principal × rate × days ÷ 10^9, half to even. */
function interest({ plan, principal }: YearSaving, days: number): bigint {
  return mulDivHalfEven(principal, plan.ratePpb * BigInt(days), RATE_ONE);
}

export class Books {
  private readonly accounts = new Map<string, bigint>();
  readonly live = new Map<string, YearSaving>();
  /** What each live saving has set aside. */
  private readonly reserves = new Map<string, bigint>();
  readonly totals = {
    fees: 0n,
    lostStakes: 0n,
    wins: 0n,
    interest: { USDT: 0n, XAUT: 0n },
    commissions: 0n,
  };

  /** `referred` are the users whose fees earn somebody a commission. */
  constructor(private readonly referred: ReadonlySet<string>) {}

  add(kind: string, currency: string, amount: bigint): void {
    const key = `${kind} ${currency}`;
    this.accounts.set(key, (this.accounts.get(key) ?? 0n) + amount);
  }

  of(kind: string, currency: string): bigint {
    return this.accounts.get(`${kind} ${currency}`) ?? 0n;
  }

  /** Money from the outside world to the house or, with no kind, to a user. */
  deposit(currency: string, amount: bigint, kind?: string): void {
    this.add("external", currency, -amount);
    if (kind) this.add(kind, currency, amount);
  }

  withdraw(user: string, amount: bigint, fee: bigint): void {
    this.add("external", "USDT", amount - fee);
    this.fee(user, fee);
  }

  private fee(user: string, fee: bigint): void {
    this.add("fees", "USDT", fee);
    this.totals.fees += fee;
    if (!this.referred.has(user)) return;
    const commission = mulDivHalfEven(fee, REFERRAL_PPM, PPM);
    this.add("referral", "USDT", -commission);
    this.totals.commissions += commission;
  }

  /** A spot trade at half the configured spread from the middle, or at the market's own when that is worse. */
  spot(user: string, side: "buy" | "sell", amount: bigint, { bidE8, askE8 }: Quote): void {
    const half = BigInt(SPREAD_PPM);
    const own = (sign: bigint) => mulDivHalfEven(bidE8 + askE8, 2n * PPM + sign * half, 4n * PPM);
    if (side === "buy") {
      const price = own(1n) > askE8 ? own(1n) : askE8;
      const fee = mulDivCeil(amount, BigInt(FEE_PPM), PPM);
      this.fee(user, fee);
      this.add("inventory", "USDT", amount - fee);
      this.add("inventory", "XAUT", -mulDivFloor(amount - fee, E8, price));
    } else {
      const price = own(-1n) < bidE8 ? own(-1n) : bidE8;
      const gross = mulDivFloor(amount, price, E8);
      this.fee(user, mulDivCeil(gross, BigInt(FEE_PPM), PPM));
      this.add("inventory", "USDT", -gross);
      this.add("inventory", "XAUT", amount);
    }
  }

  /** A conversion at the market's ask or bid. */
  convert(
    user: string,
    direction: "store" | "retrieve",
    amount: bigint,
    { bidE8, askE8 }: Quote,
  ): void {
    const gross = direction === "store" ? amount : mulDivFloor(amount, bidE8, E8);
    const fee = mulDivCeil(gross, BigInt(FEE_PPM), PPM);
    this.fee(user, fee);
    if (direction === "store") {
      this.add("inventory", "USDT", amount - fee);
      this.add("inventory", "XAUT", -mulDivFloor(amount - fee, E8, askE8));
    } else {
      this.add("inventory", "USDT", -gross);
      this.add("inventory", "XAUT", amount);
    }
  }

  /** An option from its two prices; without an exit price it is void. */
  option({ up, stake }: YearOption, entry: Quote, exit: Quote | null): void {
    if (exit === null || exit.priceE8 === entry.priceE8) return;
    const won = exit.priceE8 > entry.priceE8 === up;
    const win = mulDivHalfEven(stake, PAYOUT_PPM, PPM);
    this.add("option_pool", "USDT", won ? -win : stake);
    if (won) this.totals.wins += win;
    else this.totals.lostStakes += stake;
  }

  private reserve(saving: YearSaving, target: bigint): void {
    const { currency } = saving.plan;
    const change = target - (this.reserves.get(saving.id) ?? 0n);
    this.add("interest", currency, -change);
    this.add("interest_reserve", currency, change);
    this.reserves.set(saving.id, target);
  }

  save(saving: YearSaving): void {
    this.live.set(saving.id, saving);
    this.reserve(saving, interest(saving, saving.plan.days ?? HORIZON_DAYS));
  }

  /** The daily work on a day: what is over is paid, and flexible savings are funded a month ahead. */
  runSavings(day: number): void {
    for (const saving of [...this.live.values()]) {
      const elapsed = day - saving.startDay;
      if (elapsed < 0) continue;
      if (saving.plan.days === null) this.reserve(saving, interest(saving, elapsed + HORIZON_DAYS));
      else if (elapsed >= saving.plan.days) this.close(saving, saving.plan.days);
    }
  }

  /** A refund on a day, by the three rules. */
  refund(saving: YearSaving, day: number): void {
    const elapsed = day - saving.startDay;
    const { days } = saving.plan;
    if (elapsed < 0 || (days !== null && elapsed < days)) this.close(saving, 0);
    else this.close(saving, days ?? elapsed);
  }

  private close(saving: YearSaving, days: number): void {
    const { currency } = saving.plan;
    const profit = interest(saving, days);
    this.reserve(saving, 0n);
    this.add("interest", currency, -profit);
    this.totals.interest[currency] += profit;
    this.live.delete(saving.id);
    this.reserves.delete(saving.id);
  }
}
