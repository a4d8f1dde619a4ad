import { randomUUID } from "node:crypto";
import { GET as positionRoute } from "@/app/api/trades/position/route";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { subtractDecimal } from "@/lib/platform/ui/decimal";
import { subscribe } from "@/lib/savings/mutations";
import { userIdOf } from "@/lib/sessions/user-id";
import type { PositionDto } from "@/lib/trading/schema";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { fundTreasury, manageBalance } from "../staff/support";
import { newKey, open, openMarket, type TestTrader, tick, trader } from "./support";

let staff: string;
beforeAll(async () => {
  await openMarket();
  await fundTreasury();
  staff = (await signedInAdmin()).token;
});
beforeEach(() => tick("4000"));
afterEach(async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

const spot = async (owner: TestTrader, side: "buy" | "sell", amount: string) => {
  const order = { type: "manual", side, amount, direction: undefined, duration: undefined };
  const { status, body } = await open(owner, order);
  expect(status).toBe(201);
  return body.trade;
};

/** What support does to a user's XAUT. */
const adjust = async ({ user }: TestTrader, operation: "add" | "subtract", amount: string) => {
  const change = { operation, amount, currency: "XAUT", reason: "A good reason" };
  const { status, body } = await manageBalance(staff, user.id, change, newKey());
  expect([status, body.code]).toEqual([200, undefined]);
};

const position = async ({ token }: TestTrader) => {
  const { body } = await callRoute<{ position: PositionDto }>(positionRoute, { token });
  return [body.position.quantity, body.position.cost];
};

it("leaves no cost of gold that support took on what is bought later", async () => {
  const owner = await trader();
  await spot(owner, "buy", "400");
  const [bought = ""] = await position(owner);
  await adjust(owner, "subtract", bought);
  expect(await position(owner)).toEqual(["0.000000", "0.000000"]);
  await tick("5000");
  await spot(owner, "buy", "500");
  const [again = ""] = await position(owner);
  const { pnl } = await spot(owner, "sell", again);
  // Two fees of 0.1%; the gold itself brought what it had cost.
  expect(Number(pnl)).toBeCloseTo(-1, 1);
});

it("takes gold without a known cost first, and of the rest the share of its cost", async () => {
  const owner = await trader();
  await spot(owner, "buy", "400");
  const before = await position(owner);
  expect(before).toEqual(["0.099900", "400.000000"]);
  await adjust(owner, "add", "0.05");
  await adjust(owner, "subtract", "0.05");
  expect(await position(owner)).toEqual(before);
  await adjust(owner, "add", "0.01");
  await adjust(owner, "subtract", "0.0433");
  // 0.0333 of 0.0999 is a third: 133.333333.
  expect(await position(owner)).toEqual(["0.066600", subtractDecimal("400", "133.333333")]);
});

it("counts gold in savings as theirs", async () => {
  const owner = await trader();
  await fundInterest(MICRO, "XAUT");
  const plan = await createPlanRow({ currency: "XAUT", minAmountMicro: 1n });
  await spot(owner, "buy", "400");
  await subscribe(userIdOf(owner.user.id), { savingId: plan.id, amount: "0.05" }, randomUUID());
  await adjust(owner, "add", "0.1");
  await adjust(owner, "subtract", "0.1");
  expect(await position(owner)).toEqual(["0.099900", "400.000000"]);
  await adjust(owner, "subtract", "0.0333");
  expect((await position(owner))[0]).toBe("0.066600");
});

it("is written down for good, by nobody else, and verified", async () => {
  const owner = await trader();
  await spot(owner, "buy", "400");
  await adjust(owner, "subtract", "0.0333");
  for (const statement of [
    "UPDATE spot_write_off SET cost_micro = 0",
    "DELETE FROM spot_write_off",
  ]) {
    await expect(prisma.$executeRawUnsafe(statement)).rejects.toThrow("permission denied");
    await expect(testDatabase().query(statement)).rejects.toThrow("append-only");
  }
  const where = `book_id = '${owner.user.id}'`;
  const change = (by: number) =>
    testDatabase().query(
      `SET session_replication_role = replica; UPDATE spot_write_off SET cost_micro = cost_micro + ${by} WHERE ${where};
       UPDATE spot_position SET cost_micro = cost_micro - ${by} WHERE ${where}; RESET session_replication_role`,
    );
  await change(1);
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0).map(({ name }) => name)).toEqual([
    "spot write-offs",
  ]);
  await change(-1);
});
