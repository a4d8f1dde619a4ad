import fc from "fast-check";
import {
  addDays,
  fundablePrincipal,
  fundedDays,
  fundedUntil,
  interestMicro,
  nextMidnight,
  refundAt,
  type SavingTerms,
} from "./rules";

const principal = fc.bigInt(1n, 10n ** 15n);
const rate = fc.bigInt(1n, 10_000_000n);
const days = fc.nat(3_650);

const saving: SavingTerms = {
  type: "fixed",
  status: "active",
  principalMicro: 1_000_000_000n,
  dailyRatePpb: 110_000n,
  durationDays: 30,
  reservedMicro: 3_300_000n,
  daysAccrued: 0,
  startsAt: new Date("2028-02-28T00:00:00Z"),
};
const flexible: SavingTerms = { ...saving, type: "flexible", durationDays: null };
const at = (text: string) => new Date(text);

describe("interest", () => {
  it("is what adding days up with their remainder gives, half to even in the end", () => {
    fc.assert(
      fc.property(principal, rate, fc.nat(400), (p, r, n) => {
        let units = 0n;
        let carry = 0n;
        for (let day = 0; day < n; day++) {
          carry += p * r;
          units += carry / 1_000_000_000n;
          carry %= 1_000_000_000n;
        }
        const up = carry > 500_000_000n || (carry === 500_000_000n && units % 2n === 1n);
        expect(interestMicro(p, r, n)).toBe(up ? units + 1n : units);
      }),
    );
  });
  it.each([
    [500_000_000n, 0n],
    [500_000_001n, 1n],
    [1_499_999_999n, 1n],
    [1_500_000_000n, 2n],
    [2_500_000_000n, 2n],
  ])("of %s billionths of a unit is %s units", (billionths, units) => {
    expect(interestMicro(billionths, 1n, 1)).toBe(units);
  });
  it("is simple: it does not earn interest itself", () => {
    expect(interestMicro(1_000_000n, 10_000_000n, 100)).toBe(1_000_000n);
  });
});

describe("funding", () => {
  it("covers exactly the days that a reserve pays", () => {
    fc.assert(
      fc.property(principal, rate, fc.bigInt(0n, 10n ** 15n), (p, r, reserve) => {
        const funded = fundedDays(p, r, reserve);
        expect(interestMicro(p, r, funded) <= reserve).toBe(true);
        expect(funded === 1_000_000 || interestMicro(p, r, funded + 1) > reserve).toBe(true);
      }),
    );
    expect(fundedDays(1n, 0n, 0n)).toBe(1_000_000);
    // Half a unit a day: 2.5 rounds to 2, 3.5 to 4.
    expect([0n, 1n, 2n, 3n, 4n].map((reserve) => fundedDays(1n, 500_000_000n, reserve))).toEqual([
      1, 2, 5, 6, 9,
    ]);
  });
  it("takes exactly the principal that a balance pays for", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), rate, days, (balance, r, n) => {
        const most = fundablePrincipal(balance, r, n + 1) ?? 0n;
        expect(interestMicro(most, r, n + 1) <= balance).toBe(true);
        expect(interestMicro(most + 1n, r, n + 1) > balance).toBe(true);
      }),
    );
    expect(fundablePrincipal(0n, 0n, 30)).toBeNull();
  });
  it("says until when a flexible saving is funded", () => {
    expect(fundedUntil(flexible)).toEqual(at("2028-03-29T00:00:00Z"));
    expect(fundedUntil(saving)).toBeNull();
    expect(fundedUntil({ ...flexible, dailyRatePpb: 0n })).toBeNull();
  });
});

describe("time", () => {
  it("starts at the midnight after a moment, also after midnight itself", () => {
    expect(nextMidnight(at("2027-12-31T23:59:59.999Z"))).toEqual(at("2028-01-01T00:00:00Z"));
    expect(nextMidnight(at("2028-02-28T00:00:00Z"))).toEqual(at("2028-02-29T00:00:00Z"));
  });
  it("counts the leap day", () => {
    expect(addDays(at("2028-02-28T00:00:00Z"), 2)).toEqual(at("2028-03-01T00:00:00Z"));
  });
});

describe("a refund", () => {
  const profit = (terms: SavingTerms, when: string) => refundAt(terms, at(when)).profitMicro;
  it("before the start cancels", () => {
    for (const terms of [saving, flexible]) {
      expect(refundAt({ ...terms, status: "pending" }, at("2028-02-27T23:59:59.999Z"))).toEqual({
        outcome: "cancelled",
        principalMicro: 1_000_000_000n,
        profitMicro: 0n,
      });
    }
  });
  it("of a fixed saving pays no profit before its last midnight and all of it from then on", () => {
    expect(profit(saving, "2028-03-28T23:59:59.999Z")).toBe(0n);
    expect(profit(saving, "2028-03-29T00:00:00Z")).toBe(3_300_000n);
    expect(profit(saving, "2029-01-01T00:00:00Z")).toBe(3_300_000n);
    expect(refundAt(saving, at("2028-03-29T00:00:00Z")).outcome).toBe("completed");
  });
  it("pays what was set aside and no more", () => {
    const terms = { ...saving, principalMicro: 1_000_005_000n };
    expect(profit(terms, "2028-03-29T00:00:00Z")).toBe(3_300_000n);
    expect(profit({ ...terms, reservedMicro: 3_300_017n }, "2028-03-29T00:00:00Z")).toBe(
      3_300_016n,
    );
  });
  it("of a flexible saving pays the days that are counted, though the reserve was rounded down", () => {
    const terms = {
      ...flexible,
      principalMicro: 33_333_333n,
      dailyRatePpb: 1_000_000n,
      reservedMicro: 999_999n,
    };
    expect(profit(terms, "2028-06-01T00:00:00Z")).toBe(966_667n);
    expect(profit({ ...terms, daysAccrued: 30 }, "2028-06-01T00:00:00Z")).toBe(999_999n);
    expect(fundedUntil({ ...terms, daysAccrued: 30 })).toEqual(at("2028-03-29T00:00:00Z"));
  });
  it("of a flexible saving pays whole funded days", () => {
    expect(profit(flexible, "2028-02-28T23:59:59.999Z")).toBe(0n);
    expect(profit(flexible, "2028-02-29T00:00:00Z")).toBe(110_000n);
    expect(profit(flexible, "2028-06-01T00:00:00Z")).toBe(3_300_000n);
    expect(refundAt(flexible, at("2028-02-28T00:00:00Z")).outcome).toBe("completed");
  });
});
