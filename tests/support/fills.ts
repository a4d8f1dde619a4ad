import { balancesOf } from "@/lib/ledger/data";
import { fillWaits } from "@/lib/ledger/fills/fill-waits";
import { fillOrders } from "@/lib/ledger/fills/fills";
import type { SpotTradeInput } from "@/lib/ledger/schema";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { testDatabase } from "./database";
import { until } from "./poll";

/** The clock is read and moved by two statements, so one at a time. */
let turn: Promise<unknown> = Promise.resolve();

/** Records the newest price again, so much later on the frozen clock, as the feed does while nothing moves. */
export function repeatTick(afterMs = 1): Promise<void> {
  const next = turn.then(async () => {
    await testDatabase().advanceClock(afterMs);
    await testDatabase().query(
      "SELECT record_tick(price_e8, bid_e8, ask_e8, sources, source_count, simulated) FROM market_head",
    );
  });
  turn = next.catch(() => undefined);
  return next;
}

/** Fills what waits at the newest price, recorded again after it. */
export async function fillNext(): Promise<void> {
  await repeatTick();
  await fillOrders();
}

/** The answer of a request that waits for a fill, which comes as soon as it does. */
export async function answered<T>(
  request: Promise<T>,
  fill: () => Promise<unknown> = fillNext,
): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  request.then(over, over);
  while (!isOver) {
    await until("the request waits or is answered", () => isOver || fillWaits() > 0);
    if (!isOver) await fill();
  }
  return request;
}

/** Accepts a spot trade and fills it at the newest price, recorded again. @throws AppError why it was refused or is void */
export async function fillSpotTrade(input: SpotTradeInput) {
  const { tradeId, replayed } = await acceptSpotTrade(input);
  const read = () => prisma.trade.findUniqueOrThrow({ where: { id: tradeId } });
  let trade = await read();
  while (trade.status === "pending") {
    await fillNext();
    trade = await read();
  }
  if (trade.status === "void") throw new AppError(trade.voidReason ?? "NO_PRICE");
  const { USDT, XAUT } = await balancesOf(input.userId);
  return {
    tradeId,
    priceE8: trade.entryPriceE8,
    feeMicro: trade.feeMicro,
    receivedMicro: trade.receivedMicro ?? 0n,
    pnlMicro: trade.pnlMicro,
    usdtMicro: USDT.available,
    xautMicro: XAUT.available,
    replayed,
  };
}
