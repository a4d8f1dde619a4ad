import {
  draftFromAddress,
  EMPTY_TRANSFER,
  freeOf,
  readTransfer,
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
  expect(withRoute(draft, { from: "fees" })).toMatchObject({ from: "fees", to: "treasury" });
  const pool = { ...draft, from: "option_pool", to: "treasury" } as const;
  expect(withRoute(pool, { currency: "XAUT" })).toMatchObject({ from: "treasury", to: "external" });
});

it("keeps what the account must keep", () => {
  const account = { kind: "interest", currency: "USDT", balance: "5", shards: 1 } as const;
  expect(freeOf({ ...account, required: "1.5" })).toBe("3.5");
  expect(freeOf({ ...account, required: "6" })).toBe("0");
  expect(freeOf({ ...account, kind: "external", required: "0" })).toBeNull();
});

it("says what is wrong, field by field", () => {
  expect(readTransfer(draft, demo)).toEqual({ problems: {}, input: draft });
  const odd = { ...draft, amount: "100.000001", reason: " no " };
  expect(readTransfer(odd, demo).problems).toEqual({ amount: "aboveFree", reason: "reason" });
  expect(readTransfer({ ...draft, amount: "0" }, demo).problems).toEqual({ amount: "amount" });
  expect(readTransfer(odd, { ...demo, free: null }).problems).toEqual({ reason: "reason" });
});

it("asks for a proof of real money that crosses the border", () => {
  const out = { ...draft, to: "external" } as const;
  const real = { ...demo, realMoney: true };
  expect(readTransfer(out, real).problems).toEqual({ reference: "reference" });
  expect(readTransfer({ ...out, reference: "0xabc" }, real).input?.reference).toBe("0xabc");
  expect(readTransfer({ ...draft, reference: "left over" }, real).input?.reference).toBe("");
});
