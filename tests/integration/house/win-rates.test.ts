import { GET as overviewRoute } from "@/app/api/admin/overview/route";
import { enterDue, settleDue } from "@/lib/ledger/options";
import type { OverviewDto } from "@/lib/overview/schema";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

const database = testDatabase();
let staff: string;

const results = async () => {
  const { body } = await callRoute<OverviewDto>(overviewRoute, {
    path: "/api/admin/overview",
    token: staff,
  });
  return body;
};

/** So many options of a duration, decided at one price. */
async function decide(user: string, count: number, seconds: number, exit: number): Promise<void> {
  await recordTick(4000);
  for (let n = 0; n < count; n++) {
    await openOption(optionOrder(user, { durationSeconds: seconds, amountMicro: units(1) }));
  }
  await runMarket(1, 4000);
  await enterDue();
  await runMarket(seconds + 1, exit);
  await settleDue();
  await database.advanceClock(1_000);
}

beforeAll(async () => {
  staff = (await signedInAdmin()).token;
  await fundOptionPool(units(10_000));
});

it("tells how often options were won by duration, the same when their day has its sums", async () => {
  // A little before the end of a day, so that the next one can be reached.
  const day = new Date();
  day.setUTCHours(23, 40, 0, 0);
  await database.setClock(day);
  const user = await createFundedUser(units(1_000));
  expect((await results()).optionResults).toEqual([]);
  await decide(user, 30, 5, 4001);
  await decide(user, 3, 5, 3999);
  await decide(user, 3, 10, 4001);
  await decide(user, 3, 10, 3999);
  await decide(user, 2, 10, 4000);
  const first = await results();
  expect(first.optionResults).toMatchObject([
    { seconds: 5, payoutRate: "0.80", won: 30, decided: 33, winRate: "0.9091", isAbove: true },
    { seconds: 10, won: 3, decided: 6, winRate: "0.5000", breakEven: "0.555556", isAbove: false },
  ]);
  const alerts = first.alerts.filter(({ code }) => code === "optionsWinOften");
  expect(alerts).toMatchObject([{ subject: "5", detail: "30/33" }]);

  await database.advanceClock(3_600_000);
  const summed = await database.query<{ days: number }>("SELECT sum_trade_days() AS days");
  expect(summed[0]?.days).toBeGreaterThan(0);
  expect((await results()).optionResults).toEqual(first.optionResults);
  await database.advanceClock(30 * 86_400_000);
  expect((await results()).optionResults).toEqual([]);
});
