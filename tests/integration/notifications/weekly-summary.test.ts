import { POST as stop } from "@/app/api/unsubscribe/route";
import { PUT as change, GET as read } from "@/app/api/user/notification-settings/route";
import { nextSummaryAt, weekBefore } from "@/lib/notifications/channels/rules";
import type { NotificationSettings } from "@/lib/notifications/channels/schema";
import { DAY_MS } from "@/lib/platform/calendar";
import { MICRO } from "@/lib/platform/money";
import { mailSummaries } from "@/lib/weekly-summary/mutations";
import { newHash, reportDeposit } from "@/tests/factories/deposits";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { asked, decideDeposit, decideWithdrawal } from "@/tests/integration/staff/desk-support";
import { fundTreasury } from "@/tests/integration/staff/support";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { tick } from "../trading/support";

const database = testDatabase();
const ZONE = "Asia/Kathmandu";
const HOUR_MS = 3_600_000;
/** The Monday after next: a whole week lies before it, whatever day it is. */
const AT = nextSummaryAt(nextSummaryAt(new Date(), ZONE), ZONE);
const WEEK = weekBefore(AT, ZONE);

type Answer = { settings: NotificationSettings };
const PATH = "/api/user/notification-settings";
const choose = (token: string, weeklySummary: NotificationSettings["weeklySummary"]) =>
  callRoute<Answer>(change, { method: "PUT", path: PATH, token, body: { weeklySummary } });

const summariesOf = async (email: string) =>
  (await mailsTo(email)).filter((mail) => mail.includes("/notifications/settings"));

/** Without the lines around them. */
const figuresIn = (mail: string) =>
  mail.replaceAll("\u00a0", " ").split("\n\n").slice(3, -3).join("\n\n");

/** What a candle of a quarter of an hour closed with before a moment. */
const priceBefore = (at: Date, price: number) =>
  database.query(
    `INSERT INTO market_candle ("interval", open_time, open_e8, high_e8, low_e8, close_e8, source, simulated, closed)
     VALUES ('15m', $1, $2, $2, $2, $2, 'test', false, true)`,
    [new Date(+at - 900_000), price * 1e8],
  );

const give = (userId: string, currency: "USDT" | "XAUT", units: bigint) =>
  fund({ user: userId, kind: "available", currency }, units * MICRO);

/** Somebody with 1,000 USDT and 1 XAUT before the week, who wants a summary. */
async function reader(showAmounts: boolean, setup: Parameters<typeof signedInUser>[0] = {}) {
  const who = await signedInUser(setup);
  await database.setClock(new Date(+WEEK.from - HOUR_MS));
  await give(who.user.id, "USDT", 1_000n);
  await give(who.user.id, "XAUT", 1n);
  expect((await choose(who.token, { showAmounts, zone: ZONE })).status).toBe(200);
  return who;
}

beforeAll(async () => {
  await fundTreasury();
  await priceBefore(WEEK.from, 4_000);
  await priceBefore(WEEK.to, 4_100);
  await database.setClock(AT);
  await tick("4200");
});
afterEach(() => asOwner().notificationSetting.deleteMany());
afterAll(() => database.setClock(null));

it("is off until somebody chooses it, and can be ended", async () => {
  const { user, token } = await signedInUser();
  const first = await callRoute<Answer>(read, { path: PATH, token });
  expect(first.body.settings.weeklySummary).toBeNull();
  await give(user.id, "USDT", 5n);
  const wanted = { showAmounts: true, zone: ZONE };
  expect((await choose(token, wanted)).body.settings.weeklySummary).toEqual(wanted);
  expect((await choose(token, { showAmounts: true, zone: "Mars/Olympus" })).status).toBe(422);
  expect((await choose(token, null)).body.settings.weeklySummary).toBeNull();
  await mailSummaries(undefined, AT);
  expect(await summariesOf(user.email)).toEqual([]);
});

it("tells what the week began and ended with, what was paid, and what each product brought", async () => {
  const staff = await signedInAdmin();
  const who = await reader(true, { withdrawPassword: "withdraw me" });
  await database.setClock(new Date(+WEEK.from + DAY_MS));
  const wallet = await createWalletRow("USDT", "ERC20");
  const { body } = await reportDeposit(who.token, wallet, { amount: "25" });
  await decideDeposit(staff.token, body.deposit.id, { action: "confirm" });
  const { id } = await asked(who);
  await decideWithdrawal(staff.token, id, { action: "approve" });
  const transactionHash = newHash().slice(2);
  await decideWithdrawal(staff.token, id, { action: "complete", transactionHash });
  await database.setClock(AT);
  await give(who.user.id, "USDT", 500n);
  await mailSummaries(undefined, AT);
  const [mail = "", ...more] = await summariesOf(who.user.email);
  expect(more).toEqual([]);
  expect(figuresIn(mail)).toBe(
    `Worth at the start: 5,000.00 USDT
Worth at the end: 5,205.00 USDT

Deposits: 25.00 USDT
Withdrawals: 20.00 USDT

Changes by support: 100.00 USDT

Result, without what came in or left: +100.00 USDT (+1.96%)
Gold and spread: +100.00 USDT
Options: 0.00 USDT
Interest: 0.00 USDT
For invited friends: 0.00 USDT
Fees: 0.00 USDT`,
  );
});

it("hides amounts until they are asked for, in the language of its reader", async () => {
  const { user } = await reader(false);
  await asOwner().user.update({ where: { id: user.id }, data: { language: "de" } });
  await mailSummaries(undefined, AT);
  const [mail = ""] = await summariesOf(user.email);
  expect(mail).toContain("Ortszeit Kathmandu");
  expect(figuresIn(mail)).toBe(
    `Einzahlungen: keine
Auszahlungen: keine

Ergebnis, ohne was ein- oder ausging: +2,00 %
Gold und Spread: Gewinn
Optionen: keine
Zinsen: keine
Für eingeladene Freunde: keine
Gebühren: keine`,
  );
  expect(mail).not.toContain("USDT");
});

it("is mailed once a week by any number of processes, also where it is chosen anew", async () => {
  const { user, token } = await reader(true);
  await Promise.all([1, 2, 3].map(() => mailSummaries(undefined, AT)));
  await choose(token, null);
  await choose(token, { showAmounts: true, zone: ZONE });
  await mailSummaries(undefined, new Date(+AT + HOUR_MS));
  expect(await summariesOf(user.email)).toHaveLength(1);
  await mailSummaries(undefined, nextSummaryAt(AT, ZONE));
  expect(await summariesOf(user.email)).toHaveLength(2);
});

it("is mailed once after a process that died over it, and keeps nobody else waiting", async () => {
  const [unlucky, other] = [await reader(true), await reader(true)];
  await database.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
    CREATE TRIGGER die BEFORE UPDATE OF weekly_mailed ON notification_setting FOR EACH ROW
      WHEN (NEW.user_id = '${unlucky.user.id}' AND NEW.weekly_mailed IS NOT NULL) EXECUTE FUNCTION die()`);
  await mailSummaries(undefined, AT);
  expect(await summariesOf(unlucky.user.email)).toEqual([]);
  expect(await summariesOf(other.user.email)).toHaveLength(1);
  await database.query("DROP TRIGGER die ON notification_setting");
  await mailSummaries(undefined, new Date(+AT + HOUR_MS));
  await mailSummaries(undefined, new Date(+AT + 2 * HOUR_MS));
  expect(await summariesOf(unlucky.user.email)).toHaveLength(1);
  expect(await summariesOf(other.user.email)).toHaveLength(1);
});

it("waits until quiet hours end", async () => {
  const { user, token } = await reader(true);
  const quietHours = { from: "07:00", to: "09:30", zone: ZONE };
  await callRoute(change, { method: "PUT", path: PATH, token, body: { quietHours } });
  await mailSummaries(undefined, AT);
  await mailSummaries(undefined, new Date(+AT + 1.4 * HOUR_MS));
  expect(await summariesOf(user.email)).toEqual([]);
  await mailSummaries(undefined, new Date(+AT + 1.5 * HOUR_MS));
  expect(await summariesOf(user.email)).toHaveLength(1);
});

it("goes to no account that is closed, frozen or without anything", async () => {
  const closed = await reader(true);
  const frozen = await reader(true);
  const empty = await signedInUser();
  await choose(empty.token, { showAmounts: true, zone: ZONE });
  await asOwner().user.update({ where: { id: closed.user.id }, data: { isActive: false } });
  await database.query("UPDATE app_user SET frozen_at = now() WHERE id = $1", [frozen.user.id]);
  await mailSummaries(undefined, AT);
  for (const { user } of [closed, frozen, empty]) expect(await summariesOf(user.email)).toEqual([]);
});

it("is ended by one press in a program for mail", async () => {
  const who = await reader(false);
  await database.setClock(AT);
  await mailSummaries(undefined, AT);
  const [mail = ""] = await summariesOf(who.user.email);
  const link = /^List-Unsubscribe: <(\S+)>$/m.exec(mail)?.[1] ?? "";
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const { pathname, search } = new URL(link);
  const done = await callRoute(stop, { method: "POST", path: pathname + search, body: form });
  expect(done).toMatchObject({ status: 200, body: { mails: "weekly" } });
  const { body } = await callRoute<Answer>(read, { path: PATH, token: who.token });
  expect(body.settings.weeklySummary).toBeNull();
  const next = nextSummaryAt(AT, ZONE);
  await database.setClock(next);
  await mailSummaries(undefined, next);
  expect(await summariesOf(who.user.email)).toHaveLength(1);
});
