import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { balancesOf } from "@/lib/ledger/data";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { acceptConversion } from "@/lib/ledger/vault";
import { DAY_MS } from "@/lib/platform/calendar";
import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { MICRO } from "@/lib/platform/money";
import { refund, subscribe } from "@/lib/savings/mutations";
import { userIdOf } from "@/lib/sessions/user-id";
import { fund } from "@/tests/factories/funds";
import { testDatabase } from "@/tests/support/database";
import { openOption, optionOrder } from "@/tests/support/ledger/ledger-model-fixture";
import { tick, wait } from "../trading/support";
import { businessStep, type Office, playBusiness } from "./business";

const amount = fc.bigInt(11n * MICRO, 90n * MICRO);
const gold = fc.bigInt(1n, MICRO / 50n);
const flag = fc.boolean();

/** What a user orders, and time that passes, at one price until it moves. */
const order = fc.oneof(
  fc.record({ do: fc.constant("deposit" as const), amount }),
  fc.record({
    do: fc.constant("option" as const),
    amount,
    up: flag,
    move: fc.constantFrom(-50, 0, 50, "none" as const),
  }),
  fc.record({ do: fc.constant("spot" as const), buy: flag, amount, gold, refused: flag }),
  fc.record({ do: fc.constant("store" as const), amount, gold, ofGold: flag, refused: flag }),
  fc.record({ do: fc.constant("retrieve" as const), gold, toGold: flag }),
  fc.record({ do: fc.constant("save" as const), amount, fixed: flag }),
  fc.record({ do: fc.constant("refund" as const) }),
  fc.record({ do: fc.constant("days" as const), days: fc.integer({ min: 1, max: 20 }) }),
);

/** Everything that a user or the site can do to somebody's money. */
export const step = fc.oneof(
  { weight: 2, arbitrary: order },
  { weight: 1, arbitrary: businessStep },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What somebody owns now, in micro-units. */
export async function wealthOf(userId: string): Promise<{ USDT: bigint; XAUT: bigint }> {
  const balances = await balancesOf(userId);
  const sum = (kinds: Record<string, bigint>) =>
    Object.values(kinds).reduce((total, one) => total + one, 0n);
  return { USDT: sum(balances.USDT), XAUT: sum(balances.XAUT) };
}

export type Scene = {
  plans: { fixed: string; flexible: string };
  office: Office;
  price: number;
};

async function fill(scene: Scene): Promise<void> {
  await tick(String(scene.price));
  await fillOrders();
}

async function playOption(userId: string, one: Extract<Step, { do: "option" }>, scene: Scene) {
  const direction = one.up ? "up" : "down";
  await openOption(optionOrder(userId, { amountMicro: one.amount, direction }));
  if (one.move !== "none") {
    await tick(String(scene.price));
    await enterDue();
    await tick(String(scene.price + one.move), { after: 25 });
  }
  await wait(60);
  await enterDue();
  await settleDue();
  await tick(String(scene.price));
}

async function play(userId: string, one: Step, scene: Scene): Promise<void> {
  const key = randomUUID();
  // What nobody would agree to is never filled.
  const limitOf = (buy: boolean) => BigInt(scene.price) * (buy ? 50_000_000n : 200_000_000n);
  switch (one.do) {
    case "deposit":
      return fund({ user: userId, kind: "available", currency: "USDT" }, one.amount);
    case "option":
      return playOption(userId, one, scene);
    case "spot": {
      const { buy } = one;
      await acceptSpotTrade({
        userId,
        key,
        side: buy ? "buy" : "sell",
        amountMicro: buy ? one.amount : one.gold,
        limitPriceE8: one.refused ? limitOf(buy) : null,
      });
      return fill(scene);
    }
    case "store":
    case "retrieve": {
      const isXaut = one.do === "store" ? one.ofGold : one.toGold;
      await acceptConversion({
        userId,
        key,
        direction: one.do,
        currency: isXaut ? "XAUT" : "USDT",
        amountMicro: one.do === "store" && !isXaut ? one.amount : one.gold,
        limitPriceE8: one.do === "store" && one.refused && !isXaut ? limitOf(true) : null,
        reviewedFeePpm: null,
      });
      return fill(scene);
    }
    case "save": {
      const savingId = one.fixed ? scene.plans.fixed : scene.plans.flexible;
      const micros = one.amount.toString().padStart(7, "0");
      const text = `${micros.slice(0, -6)}.${micros.slice(-6)}`;
      await subscribe(userIdOf(userId), { savingId, amount: text }, key);
      return;
    }
    case "refund": {
      const live = await prisma.savingRecord.findFirst({ where: { userId, closedAt: null } });
      if (live) await refund(userIdOf(userId), live.id, key);
      return;
    }
    case "days": {
      await testDatabase().advanceClock(one.days * DAY_MS);
      for (let count = 1; count > 0; ) {
        const [row] = await sql<{ count: number }[]>`SELECT run_savings_day(200) AS count`;
        count = row?.count ?? 0;
      }
      await tick(String(scene.price));
      return;
    }
    case "credit":
    case "invite":
    case "run":
    case "withdraw":
      return playBusiness(userId, one, scene);
  }
}

/** Does a step, or nothing where the site refuses it. */
export async function attemptStep(userId: string, one: Step, scene: Scene): Promise<void> {
  await tick(String(scene.price));
  await play(userId, one, scene).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === "INTERNAL") throw error;
  });
}
