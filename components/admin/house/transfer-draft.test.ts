import {
  draftFromAddress,
  EMPTY_TRANSFER,
  freeOf,
  houseProblems,
  requestOf,
  withRoute,
} from "./transfer-draft";

const draft = { ...EMPTY_TRANSFER, amount: "10", reason: "A good reason" };
const demo = { free: "100", realMoney: false };

it("reads what an address proposes, if the house allows it", () => {
  expect(draftFromAddress("XAUT.treasury.interest.1.5")).toMatchObject({
    currency: "XAUT",
    from: "treasury",
    to: "interest",
    amount: "1.5",
  });
  expect(draftFromAddress("USDT.interest.treasury")).toMatchObject({ amount: "" });
  for (const text of [
    null,
    "",
    "BTC.treasury.interest",
    "USDT.fees.interest",
    "XAUT.treasury.referral",
  ]) {
    expect(draftFromAddress(text)).toBeNull();
  }
});

it("moves the other end to one that is allowed", () => {
  expect(withRoute({ ...draft, from: "fees" })).toMatchObject({ from: "fees", to: "treasury" });
  const pool = { ...draft, from: "option_pool", to: "treasury" } as const;
  expect(withRoute({ ...pool, currency: "XAUT" })).toMatchObject({
    from: "treasury",
    to: "external",
  });
});

it("keeps what the account must keep", () => {
  const account = { kind: "interest", currency: "USDT", balance: "5", shards: 1 } as const;
  expect(freeOf({ ...account, required: "1.5" })).toBe("3.5");
  expect(freeOf({ ...account, required: "6" })).toBe("0");
  expect(freeOf({ ...account, kind: "external", required: "0" })).toBeNull();
});

it("says what the API finds only in the house itself", () => {
  const fine = { aboveFree: false, noReference: false };
  const problemsOf = (changes: object, house: object = {}) =>
    houseProblems({ ...draft, ...changes }, { ...demo, ...house });
  expect(problemsOf({})).toEqual(fine);
  expect(problemsOf({ amount: "100" })).toEqual(fine);
  expect(problemsOf({ amount: "100.000001" })).toEqual({ ...fine, aboveFree: true });
  expect(problemsOf({ amount: "100.000001" }, { free: null })).toEqual(fine);
  const out = { to: "external", reference: " 0x " };
  expect(problemsOf(out)).toEqual(fine);
  expect(problemsOf(out, { realMoney: true })).toEqual({ ...fine, noReference: true });
  expect(problemsOf({ ...out, reference: "0xabc" }, { realMoney: true })).toEqual(fine);
});

it("sends a reference only of what crosses the border", () => {
  const typed = { ...draft, amount: "1,000.50", reference: "left over" };
  expect(requestOf(typed)).toEqual({ ...typed, amount: "1000.50", reference: "" });
  expect(requestOf({ ...typed, to: "external" }).reference).toBe("left over");
});
