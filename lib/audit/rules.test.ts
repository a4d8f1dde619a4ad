import { differenceOf, inUnits, targetNameOf, withoutStaffNames } from "./rules";

describe("what an audit entry changed", () => {
  it("is each value that differs, by its path", () => {
    const before = { name: "A", limits: { min: "1", max: "5" }, list: ["GB", "FR"] };
    const after = { name: "A", limits: { min: "2", max: "5" }, list: ["GB"], extra: true };
    expect(differenceOf(before, after)).toEqual([
      { path: "limits.min", before: "1", after: "2" },
      { path: "list", before: "GB, FR", after: "GB" },
      { path: "extra", before: null, after: "true" },
    ]);
  });

  it("goes into lists of objects", () => {
    expect(
      differenceOf({ d: [{ seconds: 30 }] }, { d: [{ seconds: 30 }, { seconds: 60 }] }),
    ).toEqual([{ path: "d.1.seconds", before: null, after: "60" }]);
  });

  it.each([
    ["nothing on either side", null, null, []],
    ["a state that is new", null, { a: 1 }, [{ path: "a", before: null, after: "1" }]],
    ["a state that is gone", { a: null }, null, [{ path: "a", before: "null", after: null }]],
    ["an empty list", { a: [] }, { a: ["x"] }, [{ path: "a", before: "[]", after: "x" }]],
    ["a plain value", "x", "y", [{ path: "", before: "x", after: "y" }]],
    ["the same", { a: { b: 1 } }, { a: { b: 1 } }, []],
  ])("knows %s", (_name, before, after, expected) => {
    expect(differenceOf(before, after)).toEqual(expected);
  });
});

it("leaves the names of staff out of what a user sees", () => {
  const state = { USDT: "5", requestedBy: "ann", approvedBy: "bob" };
  expect(withoutStaffNames(state)).toEqual({ USDT: "5" });
  expect([withoutStaffNames(null), withoutStaffNames(["a"])]).toEqual([null, ["a"]]);
});

it("says amounts in their unit, and leaves other values as they are", () => {
  const [amount, label] = differenceOf(
    { minDepositMicro: "200", label: "Micro" },
    { minDepositMicro: "500000", label: "Cold" },
  ).map(inUnits);
  expect(amount).toEqual({ path: "minDeposit", before: "0.000200", after: "0.500000" });
  expect(label).toEqual({ path: "label", before: "Micro", after: "Cold" });
  expect(inUnits({ path: "minDepositMicro", before: null, after: "none" }).after).toBe("none");
  expect(inUnits({ path: "amountMicro", before: "-1234567890", after: "999999999" })).toEqual({
    path: "amount",
    before: "-1,234.567890",
    after: "999.999999",
  });
  expect(inUnits({ path: "rateE8", before: null, after: "405012345000" })).toEqual({
    path: "rate",
    before: null,
    after: "4,050.12345",
  });
});

it("keeps the thousands of decimals apart, and whole numbers as they are", () => {
  expect(inUnits({ path: "USDT", before: "1234567.000000", after: "20261121" })).toEqual({
    path: "USDT",
    before: "1,234,567.000000",
    after: "20261121",
  });
});

it("names what an entry is about by what it keeps", () => {
  const before = { currency: "BTC", network: "BTC", label: "Cold" };
  expect(targetNameOf({ before, after: { label: "Cold 2" } })).toBe("BTC · BTC · Cold 2");
  expect(
    targetNameOf({ before: null, after: { type: "legality", language: "en", title: "" } }),
  ).toBe("legality · en");
  expect(targetNameOf({ before: null, after: ["x"] })).toBeNull();
});
