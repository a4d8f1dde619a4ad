import { Client } from "pg";
import { DELETE as deleteRoute } from "@/app/api/alerts/[id]/route";
import { POST as addRoute, GET as listRoute } from "@/app/api/alerts/route";
import { firePriceAlerts } from "@/lib/alerts/mutations";
import type { AlertList, AlertResponse } from "@/lib/alerts/schema";
import { updateNotificationSettings } from "@/lib/notifications/channels/settings";
import { prisma } from "@/lib/platform/db";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase, waitsForLock } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { openMarket, tick } from "../trading/support";

const PATH = "/api/alerts";
type Person = Awaited<ReturnType<typeof signedInUser>>;

const add = ({ token }: Person, direction: string, price: unknown, more: object = {}) =>
  callRoute<AlertResponse>(addRoute, {
    token,
    path: PATH,
    body: { direction, price, ...more },
  });
const list = async ({ token }: Person, query = "") =>
  (await callRoute<AlertList>(listRoute, { token, path: `${PATH}${query}` })).body;
const remove = ({ token }: Person, id: string) =>
  callRoute(deleteRoute, { method: "DELETE", token, path: `${PATH}/${id}`, params: { id } });
const told = ({ user }: Person) =>
  toldToUsers.findMany({ where: { userId: user.id, type: "price-alert" } });

beforeAll(openMarket);
beforeEach(async () => {
  await tick("4000");
  await firePriceAlerts();
});

it("fires once, at the first recorded price that is there, and tells it live and in the list", async () => {
  const person = await signedInUser();
  const { heard, stop } = await hearEvents();
  const above = await add(person, "above", "4010.50");
  expect(above.status).toBe(201);
  expect(above.body).toMatchObject({
    message: "Alert added",
    alert: { direction: "above", price: "4010.50", firedAt: null, firedPrice: null },
  });
  await add(person, "below", "3990");
  await tick("4010.49");
  expect(await firePriceAlerts()).toBe(0);
  // Two ticks at once: the first one counts, though the second is further away.
  await tick("4010.50");
  await tick("4020");
  expect(await firePriceAlerts()).toBe(1);
  expect(await firePriceAlerts()).toBe(0);
  await tick("3990");
  expect(await firePriceAlerts()).toBe(1);
  const { alerts } = await list(person);
  expect(alerts.map(({ direction, firedPrice }) => [direction, firedPrice])).toEqual([
    ["below", "3990.00"],
    ["above", "4010.50"],
  ]);
  await deliverAll();
  await stop();
  expect(heard).toContainEqual({ t: "alert", u: person.user.id, id: above.body.alert.id });
  expect((await told(person)).map(({ title, message }) => [title, message]).toSorted()).toEqual([
    [
      "Price alert",
      "The price of XAUT is 3,990.00 USDT. You asked to be told at 3,990.00 or less.",
    ],
    [
      "Price alert",
      "The price of XAUT is 4,010.50 USDT. You asked to be told at 4,010.50 or more.",
    ],
  ]);
});

it("does not count a price from before, or one that the exchanges do not agree on, and names a simulated one so", async () => {
  const person = await signedInUser();
  await add(person, "above", "4000");
  expect(await firePriceAlerts()).toBe(0);
  await tick("4100", { contested: true });
  expect(await firePriceAlerts()).toBe(0);
  await tick("4000", { simulated: true });
  expect(await firePriceAlerts()).toBe(1);
  await deliverAll();
  expect((await told(person))[0]?.message).toMatch(/^The simulated price of XAUT is 4,000\.00/);
});

it("goes to devices and mailbox by its own kind", async () => {
  const person = await signedInUser();
  const settings = await updateNotificationSettings(person.user.id, {
    kinds: { alerts: { push: true, mail: true }, trading: { push: false, mail: false } },
  });
  expect(settings.kinds.alerts).toEqual({ push: true, mail: true });
  await add(person, "above", "1");
  await tick("4000");
  await firePriceAlerts();
  await deliverAll();
  const [alert] = await told(person);
  expect(await prisma.notificationDispatch.count({ where: { notificationId: alert?.id } })).toBe(1);
});

it("keeps at most 20 that wait, also for many calls at once, and lists and deletes one's own", async () => {
  const [person, other] = [await signedInUser(), await signedInUser()];
  const answers = await Promise.all(
    Array.from({ length: 23 }, (_, n) => add(person, "above", `${5000 + n}`)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(answers.filter(({ body }) => body.code === "TOO_MANY_ALERTS")).toHaveLength(3);
  const page = await list(person, "?limit=15&status=open");
  const rest = await list(person, `?limit=15&status=open&cursor=${page.nextCursor}`);
  expect([page.alerts.length, rest.alerts.length, rest.nextCursor]).toEqual([15, 5, null]);
  expect((await list(person, "?status=fired")).alerts).toEqual([]);
  expect((await list(other)).alerts).toEqual([]);
  const [{ id } = { id: "" }] = page.alerts;
  expect((await remove(other, id)).status).toBe(404);
  expect((await remove(person, id)).body).toMatchObject({ message: "Alert deleted" });
  expect((await remove(person, id)).status).toBe(404);
  expect((await add(person, "below", "1")).status).toBe(201);
});

it.each([
  ["no direction", { direction: "up" }, "direction"],
  ["a price of nothing", { price: "0" }, "price"],
  ["too high a price", { price: "1000000.01" }, "price"],
  ["a price with a comma", { price: "4,5" }, "price"],
  ["a number", { price: 4000 }, "price"],
  ["a field too many", { note: "x" }, "note"],
])("refuses %s", async (_, changes, field) => {
  const { status, body } = await add(await signedInUser(), "above", "4000", changes);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

it("compares an alert with every price after it, also one that was made while it was looked", async () => {
  const person = await signedInUser();
  const slow = new Client({ connectionString: testDatabase().ownerUrl });
  await slow.connect();
  await slow.query("BEGIN");
  await slow.query("SELECT add_price_alert($1, 'below', 390000000000)", [person.user.id]);
  // Another one waits, so that there is something to look for.
  await add(await signedInUser(), "above", "9000");
  await tick("3900");
  const looking = firePriceAlerts();
  await until("it waits for the lock", waitsForLock);
  await slow.query("COMMIT");
  await looking;
  await slow.end();
  await firePriceAlerts();
  expect((await list(person)).alerts).toMatchObject([{ firedPrice: "3900.00" }]);
});

it("fires a thousand of one price once, with many workers, one of which dies", async () => {
  const { user } = await signedInUser();
  await testDatabase().query(
    `INSERT INTO price_alert (user_id, direction, price_e8, created_at)
     SELECT $1, 'above', 410000000000, app_now() FROM generate_series(1, 1000)`,
    [user.id],
  );
  await tick("4100");
  const dying = new Client({ connectionString: testDatabase().ownerUrl });
  await dying.connect();
  await dying.query("BEGIN; SELECT * FROM fire_price_alerts()");
  await dying.end();
  const fired = await Promise.all([firePriceAlerts(), firePriceAlerts(), firePriceAlerts()]);
  expect(fired.reduce((sum, count) => sum + count)).toBe(1_000);
  await deliverAll();
  await deliverAll();
  expect(await prisma.notification.count({ where: { userId: user.id } })).toBe(1_000);
});
