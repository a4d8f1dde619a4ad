import "./two-sources";
import { available, open, openMarket, tick, trader } from "./support";

beforeAll(openMarket);

it("opens options only while the newest tick has enough sources", async () => {
  const owner = await trader();
  await tick("4000", { sources: 2 });
  expect((await open(owner)).status).toBe(201);
  await tick("4000", { sources: 1 });
  const before = await available(owner);
  const { status, body } = await open(owner);
  expect([status, body.code]).toEqual([503, "MARKET_THIN"]);
  expect(await available(owner)).toBe(before);
  await tick("4000", { sources: 2 });
  expect((await open(owner)).status).toBe(201);
});
