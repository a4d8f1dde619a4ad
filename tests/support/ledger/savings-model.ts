/**
 * Savings as the rules say, worked out in the plainest way: each day's interest is added to an exact
 * fraction, the sum is rounded half to even, and money is what is left when everything was added up.
 */
const DAY_MS = 86_400_000;
const ONE = 1_000_000_000n;
const HORIZON_DAYS = 30;

export type ModelPlan = {
  id: string;
  currency: string;
  ratePpb: bigint;
  days: number | null;
  capacity: bigint | null;
};

export type ModelRecord = {
  plan: ModelPlan;
  user: string;
  principal: bigint;
  startMs: number;
  reserved: bigint;
  status: "pending" | "active" | "completed" | "cancelled";
  profit: bigint;
};

/** Interest of whole days, a day at a time, half to even in the end. */
function earned(principal: bigint, ratePpb: bigint, days: number): bigint {
  let units = 0n;
  let carry = 0n;
  for (let day = 0; day < days; day++) {
    carry += principal * ratePpb;
    units += carry / ONE;
    carry %= ONE;
  }
  const up = carry * 2n > ONE || (carry * 2n === ONE && units % 2n === 1n);
  return up ? units + 1n : units;
}

/** Midnights that lie between the start and a moment: found by walking the calendar. */
function daysSince(startMs: number, nowMs: number): number {
  let days = 0;
  const at = new Date(startMs);
  for (;;) {
    at.setUTCDate(at.getUTCDate() + 1);
    if (at.getTime() > nowMs) return days;
    days += 1;
  }
}

function nextMidnight(nowMs: number): number {
  const at = new Date(nowMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1);
}

export class SavingsModel {
  readonly records = new Map<string, ModelRecord>();
  readonly available = new Map<string, bigint>();
  /** Profit that the house has paid, by currency. */
  readonly paid = new Map<string, bigint>();

  constructor(
    public nowMs: number,
    users: string[],
    start: bigint,
  ) {
    for (const user of users) {
      this.available.set(`${user} USDT`, start);
      this.available.set(`${user} XAUT`, start);
    }
  }

  private add(user: string, currency: string, amount: bigint): void {
    const key = `${user} ${currency}`;
    this.available.set(key, (this.available.get(key) ?? 0n) + amount);
  }

  /** What the user has in savings. */
  saved(user: string, currency: string): bigint {
    return this.live()
      .filter((record) => record.user === user && record.plan.currency === currency)
      .reduce((sum, { principal }) => sum + principal, 0n);
  }

  live(): ModelRecord[] {
    return [...this.records.values()].filter(({ status }) =>
      ["pending", "active"].includes(status),
    );
  }

  reserved(currency: string): bigint {
    return this.live()
      .filter(({ plan }) => plan.currency === currency)
      .reduce((sum, { reserved }) => sum + reserved, 0n);
  }

  /** Null when it is accepted, else why not. */
  refusal(user: string, plan: ModelPlan, amount: bigint): string | null {
    const taken = this.live()
      .filter((record) => record.plan.id === plan.id)
      .reduce((sum, { principal }) => sum + principal, 0n);
    if (plan.capacity !== null && taken + amount > plan.capacity) return "SAVING_CAPACITY_FULL";
    const has = this.available.get(`${user} ${plan.currency}`) ?? 0n;
    return has < amount ? "INSUFFICIENT_BALANCE" : null;
  }

  subscribe(id: string, user: string, plan: ModelPlan, principal: bigint): void {
    this.add(user, plan.currency, -principal);
    this.records.set(id, {
      plan,
      user,
      principal,
      startMs: nextMidnight(this.nowMs),
      reserved: earned(principal, plan.ratePpb, plan.days ?? HORIZON_DAYS),
      status: "pending",
      profit: 0n,
    });
  }

  /** The daily work: whatever has begun is active, and whatever is over is paid. */
  runDay(): void {
    for (const record of this.live()) {
      if (record.startMs > this.nowMs) continue;
      record.status = "active";
      const { plan, principal } = record;
      const days = daysSince(record.startMs, this.nowMs);
      if (plan.days === null)
        record.reserved = earned(principal, plan.ratePpb, days + HORIZON_DAYS);
      else if (days >= plan.days) this.close(record, earned(principal, plan.ratePpb, plan.days));
    }
  }

  /** The three refund rules. */
  refund(id: string): ModelRecord {
    const record = this.records.get(id);
    if (!record) throw new Error("No such record");
    const { plan, principal, startMs } = record;
    if (this.nowMs < startMs) this.close(record, null);
    else {
      const days = daysSince(startMs, this.nowMs);
      if (plan.days === null) this.close(record, earned(principal, plan.ratePpb, days));
      else if (days >= plan.days) this.close(record, earned(principal, plan.ratePpb, plan.days));
      else this.close(record, null);
    }
    return record;
  }

  private close(record: ModelRecord, profit: bigint | null): void {
    const { plan, user, principal } = record;
    record.status = profit === null ? "cancelled" : "completed";
    record.profit = profit ?? 0n;
    this.add(user, plan.currency, principal + record.profit);
    this.paid.set(plan.currency, (this.paid.get(plan.currency) ?? 0n) + record.profit);
  }
}

/** Moves a model's clock on. */
export function passTime(model: SavingsModel, days: number, ms: number): Date {
  model.nowMs += days * DAY_MS + ms;
  return new Date(model.nowMs);
}
