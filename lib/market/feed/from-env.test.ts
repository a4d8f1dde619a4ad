// The type alone: nothing is loaded before the environment is set.
import type { checkMarketEnv } from "./from-env";

jest.mock("./exchange", () => ({ loadExchanges: async () => ({ okx: class {}, rare: class {} }) }));

const before = process.env;
afterEach(() => {
  process.env = before;
});

/** What the start is told about these exchanges. */
async function check(
  MARKET_EXCHANGES: string,
  MARKET_SOURCE = "live",
): ReturnType<typeof checkMarketEnv> {
  jest.resetModules();
  process.env = {
    ...before,
    DATABASE_URL: "postgresql://localhost/site",
    NEXTAUTH_SECRET: "of-these-tests-and-of-nobody-else",
    MARKET_SOURCE,
    MARKET_EXCHANGES,
  };
  const loaded = await import("./from-env");
  return loaded.checkMarketEnv();
}

it("exchanges that are there need no word", async () => {
  expect(await check("okx:XAUT/USDT")).toBeNull();
  expect(await check("rare:XAUT/USDT,okx:XAUT/USDT")).toBeNull();
});

it("warns of an exchange that is gone while another one is there", async () => {
  const line = "MARKET_EXCHANGES: there is no exchange nosuch; the index is made without it";
  expect(await check("okx:XAUT/USDT,nosuch:XAUT/USDT,nosuch:XAUT/USD")).toBe(line);
  expect(await check("nosuch:XAUT/USDT,rare:XAUT/USDT", "auto")).toBe(line);
});

it("refuses a list of which no exchange is there", async () => {
  await expect(check("nosuch:XAUT/USDT,nor:XAUT/USDT")).rejects.toThrow(
    /^MARKET_EXCHANGES: there is no exchange nosuch, nor$/,
  );
  expect(await check("nosuch:XAUT/USDT", "simulated")).toBeNull();
});
