import { BURN_ADDRESSES, hasHashForm, isBurnAddress, namedAddress } from "./names";

const WORDS = "Demo: never send funds here";
const OWN = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

describe("an address that belongs to nobody", () => {
  it.each(Object.values(BURN_ADDRESSES))("is known by itself: %s", (address) => {
    expect(isBurnAddress(address)).toBe(true);
    expect(namedAddress(address)).toBe(`${address} (${WORDS})`);
  });

  it("is the same in another case after 0x, and another one in another case elsewhere", () => {
    expect(isBurnAddress(BURN_ADDRESSES.ERC20.toLowerCase())).toBe(true);
    expect(isBurnAddress(BURN_ADDRESSES.BTC.toLowerCase())).toBe(false);
    expect([isBurnAddress(OWN), namedAddress(OWN)]).toEqual([false, OWN]);
  });
});

it("knows the usual form of a transaction hash", () => {
  const digits = "aB".repeat(32);
  for (const text of [digits, `0x${digits}`]) expect(hasHashForm(text)).toBe(true);
  for (const text of ["", "0x", digits.slice(1), `${digits}a`, "zz".repeat(32)]) {
    expect(hasHashForm(text)).toBe(false);
  }
});
