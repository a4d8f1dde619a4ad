import { currencyFunding, freeBeyond, planFunding } from "./funding-rules";

const plan = {
  currency: "USDT",
  isActive: true,
  dailyRatePpb: 1_000_000n,
  durationDays: 10,
  minAmountMicro: 1_000n,
  maxAmountMicro: null as bigint | null,
  capacityMicro: 1_000_000n as bigint | null,
  subscribedMicro: 400_000n,
};

describe("planFunding", () => {
  it("needs the interest of the capacity left, over the whole term", () => {
    expect(planFunding(plan, 6_000n)).toEqual({ neededMicro: 6_000n, state: "full" });
    expect(planFunding(plan, 5_999n)).toEqual({ neededMicro: 6_000n, state: "none" });
  });

  it("counts 30 days of a flexible plan", () => {
    expect(planFunding({ ...plan, durationDays: null }, 0n).neededMicro).toBe(18_000n);
  });

  it("funds the largest single subscription of a plan without a capacity", () => {
    const open = { ...plan, capacityMicro: null };
    expect(planFunding(open, 10n)).toEqual({ neededMicro: null, state: "unlimited" });
    expect(planFunding(open, 9n)).toEqual({ neededMicro: null, state: "none" });
    const bounded = { ...open, maxAmountMicro: 100_000n };
    expect(planFunding(bounded, 1_000n).state).toBe("unlimited");
    expect(planFunding(bounded, 999n).state).toBe("none");
  });

  it("needs nothing for a plan that is taken or pays nothing", () => {
    expect(planFunding({ ...plan, subscribedMicro: 1_000_000n }, 0n).state).toBe("full");
    expect(planFunding({ ...plan, dailyRatePpb: 0n }, 0n).state).toBe("full");
  });
});

it("leaves to new savings what is beyond what others wait for", () => {
  expect(freeBeyond(10n, 3n)).toBe(7n);
  expect([freeBeyond(3n, 3n), freeBeyond(3n, 4n), freeBeyond(0n, 0n)]).toEqual([0n, 0n, 0n]);
});

describe("currencyFunding", () => {
  const money = { reservedMicro: 7n, freeMicro: 10_000n, owedMicro: 500n };

  it("adds up active plans of the currency and what is owed", () => {
    const plans = [
      plan,
      plan,
      { ...plan, isActive: false },
      { ...plan, currency: "XAUT" },
      { ...plan, capacityMicro: null },
    ];
    expect(currencyFunding("USDT", plans, money)).toEqual({
      currency: "USDT",
      ...money,
      neededMicro: 12_500n,
      missingMicro: 2_500n,
      unlimitedPlans: 1,
    });
  });

  it("misses nothing when there is enough", () => {
    expect(currencyFunding("USDT", [plan], money)).toMatchObject({
      neededMicro: 6_500n,
      missingMicro: 0n,
    });
  });
});
