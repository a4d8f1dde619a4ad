import { POST as openTrade } from "@/app/api/trades/route";
import type { OpenTradeResponse } from "@/lib/trading/schema";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered } from "@/tests/support/fills";
import { give, newKey, type TestTrader, wait } from "./support";

/** Records a price with the ask one above and the bid one below it, in whole USDT. */
export async function quote(price: number, simulated = false): Promise<void> {
  await wait(1);
  const e8 = (value: number) => (BigInt(value) * 100_000_000n).toString();
  await testDatabase().query(`SELECT record_tick($1, $2, $3, '[{"source":"exchange0"}]', 1, $4)`, [
    e8(price),
    e8(price - 1),
    e8(price + 1),
    simulated,
  ]);
}

/** Asks for a spot trade, and waits for what becomes of it. */
export const trade = (
  { token }: TestTrader,
  body: Record<string, unknown>,
  idempotencyKey: string | undefined = newKey(),
) =>
  answered(
    callRoute<OpenTradeResponse>(openTrade, {
      token,
      idempotencyKey,
      path: "/api/trades",
      body: { type: "manual", ...body },
    }),
  );
export const buy = (owner: TestTrader, amount: string, more: object = {}) =>
  trade(owner, { side: "buy", amount, ...more });
export const sell = (owner: TestTrader, amount: string, more: object = {}) =>
  trade(owner, { side: "sell", amount, ...more });

/** What an answer is, in short. */
export const code = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};

export const giveXaut = ({ user }: TestTrader, micro: bigint) =>
  give({ user: user.id, kind: "available", currency: "XAUT" }, micro);
