import { parseExchangeList } from "./config";

it("the list of exchanges names each symbol of an exchange once", () => {
  const list = "okx:XAUT/USDT, okx:XAUT/USDT:USDT";
  expect(parseExchangeList(list).map(({ symbol }) => symbol)).toEqual([
    "XAUT/USDT",
    "XAUT/USDT:USDT",
  ]);
  expect(() => parseExchangeList(`${list},okx:XAUT/USDT`)).toThrow(
    "MARKET_EXCHANGES names okx:XAUT/USDT twice",
  );
});
