import { addressPage, transactionPage } from "./explorer-rules";

const HASH = "a1b2".repeat(16);

describe("the pages of block explorers", () => {
  it.each([
    ["ERC20", `https://etherscan.io/tx/0x${HASH}`],
    ["BEP20", `https://bscscan.com/tx/0x${HASH}`],
    ["TRC20", `https://tronscan.org/#/transaction/${HASH}`],
    ["BTC", `https://mempool.space/tx/${HASH}`],
  ] as const)("show a transaction on %s in the form of the network", (network, href) => {
    expect(transactionPage(network, HASH)?.href).toBe(href);
    expect(transactionPage(network, `0x${HASH.toUpperCase()}`)?.href).toBe(href);
  });

  it("are none for what is no hash", () => {
    expect(transactionPage("BTC", "=HYPERLINK(1)")).toBeNull();
    expect(transactionPage("BTC", "javascript:alert(1)")).toBeNull();
  });

  it("take nothing of an address for a part of theirs", () => {
    expect(addressPage("TRC20", "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA")).toEqual({
      name: "Tronscan",
      href: "https://tronscan.org/#/address/TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA",
    });
    expect(addressPage("BTC", "../x?y#z").href).toBe(
      "https://mempool.space/address/..%2Fx%3Fy%23z",
    );
  });
});
