import { BURN_ADDRESSES, NETWORKS, type Network } from "@/lib/wallets/names";
import { cleanAddress, readAddress, unspendable } from "./rules";

const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TRON = "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA";
const BTC = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const problemOf = (network: Network, typed: string) => {
  const reading = readAddress(network, typed);
  return "problem" in reading ? reading.problem : null;
};

it.each([
  ["ERC20", `  ${ETH}\n`, ETH],
  ["ERC20", `\u200b0x5aAeb6053F3E94C9b9A0\u2009 9f33669435E7Ef1BeAed\ufeff`, ETH],
  ["BEP20", `ethereum:${ETH}`, ETH],
  ["ERC20", `0X${ETH.slice(2)}`, ETH],
  ["TRC20", `tron:${TRON}`, TRON],
  ["BTC", `bitcoin:${BTC}`, BTC],
  ["BTC", `BITCOIN:${BTC.toUpperCase()}`, BTC.toUpperCase()],
] as const)("%s takes %j", (network, typed, address) => {
  expect(readAddress(network, typed)).toEqual({ address });
  expect(cleanAddress(cleanAddress(typed))).toBe(address);
});

it.each([
  ["ERC20", `ethereum:${ETH}@1`, "uriChain"],
  ["ERC20", `ethereum:${ETH}@56/transfer?address=${ETH}&uint256=1`, "uriContract"],
  ["ERC20", `ethereum:pay-${ETH}`, "uriContract"],
  ["ERC20", `ethereum:${ETH}?value=1`, "uriParameters"],
  ["BTC", `bitcoin:${BTC}?amount=0.5`, "uriParameters"],
  ["TRC20", ETH, "otherNetwork"],
  ["ERC20", TRON, "otherNetwork"],
  ["ERC20", ETH.slice(2), "beginning"],
  ["BTC", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "beginning"],
  ["ERC20", `${ETH.slice(0, -1)}g`, "characters"],
  ["TRC20", `${TRON.slice(0, -1)}0`, "characters"],
  ["ERC20", ETH.slice(0, -1), "length"],
  ["TRC20", `${TRON}A`, "length"],
  ["ERC20", `0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED`, "checksum"],
  ["ERC20", ETH.replace("aA", "Aa"), "checksum"],
  ["TRC20", `${TRON.slice(0, -1)}B`, "checksum"],
  ["BTC", `${BTC.slice(0, -1)}5`, "checksum"],
] as const)("%s refuses %s for its %s", (network, typed, problem) => {
  expect(problemOf(network, typed)).toBe(problem);
});

it("takes capitals throughout where they are the checksum", () => {
  expect(problemOf("ERC20", "0x52908400098527886E0F7030069857D2E4169EE7")).toBeNull();
  for (const network of ["ERC20", "BEP20"] as const) {
    expect(problemOf(network, ETH.toUpperCase())).toBe("checksum");
  }
});

it("knows where nobody can spend", () => {
  for (const network of NETWORKS)
    expect(unspendable(network, BURN_ADDRESSES[network])).toBe("burned");
  expect(unspendable("ERC20", `0x${"0".repeat(40)}`)).toBe("burned");
  expect(unspendable("BEP20", `0x${"f".repeat(40)}`)).toBe("burned");
  expect(unspendable("BTC", "1111111111111111111114oLvT2")).toBe("burned");
  expect(unspendable("TRC20", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe("contract");
  expect(unspendable("ERC20", "0xdAC17F958D2ee523a2206206994597C13D831ec7")).toBe("contract");
  expect(unspendable("ERC20", "0x68749665FF8D2d112Fa859AA293F07A622782F38")).toBe("contract");
  for (const [network, address] of [
    ["ERC20", ETH],
    ["TRC20", TRON],
    ["BTC", BTC],
  ] as const)
    expect(unspendable(network, address)).toBeNull();
});
