import { randomUUID } from "node:crypto";
import { deliveries } from "@/deliveries";
import { transaction } from "@/lib/platform/db";
import { publishEvent } from "@/lib/platform/outbox";
import { deliverBatch } from "@/lib/platform/outbox/batch";
import type { Deliveries } from "@/lib/platform/outbox/delivery";
import { relayOnce, startRelay } from "@/lib/platform/outbox/relay";
import { testDatabase } from "@/tests/support/database";
import { listenToEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { isOutboxEmpty, numbersOf, publishFor, upTo } from "./support";

const USERS = ["ann", "bob", "cyd", "dee"];

it("two relays at once tell each user everything in its order", async () => {
  const { heard, stop } = await listenToEvents();
  const relays = [startRelay(deliveries), startRelay(deliveries)];
  await Promise.all(USERS.map((u) => publishFor(u, 150)));
  await until("all is delivered", isOutboxEmpty);
  await until("all is heard", () => heard.length >= 600);
  await Promise.all(relays.map((relay) => relay.stop()));
  await stop();
  for (const u of USERS) expect(numbersOf(heard, u)).toEqual(upTo(150));
  expect(heard).toHaveLength(600);
});

it("tells nothing of a transaction that rolls back", async () => {
  const { heard, stop } = await listenToEvents();
  const undone = transaction(async (tx) => {
    await publishEvent(tx, { t: "step", u: "ann", n: 0 });
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  await publishFor("bob", 1);
  await relayOnce(deliveries);
  await until("the other is heard", () => heard.length > 0);
  await stop();
  expect(heard).toEqual([{ t: "step", u: "bob", n: 0 }]);
});

/** Tells each message of the kind `mass` as a step. */
const masses: Deliveries = {
  kinds: ["mass"],
  deliver: async (_tx, messages) =>
    messages.map(({ userId, payload }) => [{ t: "step", u: userId, n: payload.n }]),
};

/** Messages of a mass for these users, numbered from 0 for each. */
const leaveMass = (users: string[], each: number) =>
  testDatabase().query(
    `INSERT INTO outbox (bulk, user_id, kind, payload)
     SELECT true, u, 'mass', json_build_object('n', n)
     FROM generate_series(0, $2::int - 1) AS n, unnest($1::uuid[]) AS u ORDER BY n, u`,
    [users, each],
  );

it("nobody waits behind a mass of messages to others, nor overtakes one of their own", async () => {
  const crowd = Array.from({ length: 200 }, () => randomUUID());
  const [member] = crowd as [string];
  const stranger = randomUUID();
  await leaveMass(crowd, 10);
  const { heard, stop } = await listenToEvents();
  await transaction((tx) =>
    publishEvent(tx, { t: "step", u: member, n: 10 }, { t: "step", u: stranger, n: 0 }),
  );
  await deliverBatch(masses);
  await until("the stranger hears", () => heard.some(({ u }) => u === stranger));
  expect(heard.length).toBeLessThan(600);
  expect(await isOutboxEmpty()).toBe(false);
  expect(numbersOf(heard, member)).not.toContain(10);
  await relayOnce(masses);
  await until("all is heard", () => heard.length === 2_002);
  await stop();
  expect(numbersOf(heard, member)).toEqual(upTo(11));
  for (const u of crowd.slice(1)) expect(numbersOf(heard, u)).toEqual(upTo(10));
});

it("leaves messages that only a newer version knows", async () => {
  await leaveMass([randomUUID()], 1);
  await relayOnce(deliveries);
  expect(await testDatabase().query("SELECT kind, attempts FROM outbox")).toEqual([
    { kind: "mass", attempts: 0 },
  ]);
  await relayOnce(masses);
  expect(await isOutboxEmpty()).toBe(true);
});
