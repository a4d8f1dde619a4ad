import { randomUUID } from "node:crypto";
import { GET as readHealth } from "@/app/api/health/route";
import { log } from "@/lib/platform/log";
import type { Deliveries } from "@/lib/platform/outbox/delivery";
import { relayOnce, startRelay } from "@/lib/platform/outbox/relay";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { listenToEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { numbersOf, upTo } from "./support";

const [ann, bob] = [randomUUID(), randomUUID()];

/** Tells each message as a step, but for those that hold something wrong. */
const steps: Deliveries = {
  kinds: ["step"],
  async deliver(tx, messages) {
    for (const { payload } of messages) {
      if (payload.wrong === "in the database") await tx.$executeRaw`SELECT 1 / 0`;
      if (payload.wrong === "here") throw new Error("no text for this");
    }
    return messages.map(({ userId, payload }) => [{ t: "step", u: userId, n: payload.n }]);
  },
};

const leave = (userId: string, n: number, wrong: string | null = null) =>
  testDatabase().query("INSERT INTO outbox (user_id, kind, payload) VALUES ($1, 'step', $2)", [
    userId,
    JSON.stringify({ n, wrong }),
  ]);
/** Nobody waits out the time until a message is tried again. */
const makeDue = () => testDatabase().query("UPDATE outbox SET retry_at = now() WHERE attempts > 0");
const waiting = () =>
  testDatabase().query<{ attempts: number; isSetAside: boolean }>(
    `SELECT attempts, set_aside_at IS NOT NULL AS "isSetAside" FROM outbox ORDER BY id`,
  );

let warn: jest.SpyInstance;
let error: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  error = jest.spyOn(log, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await testDatabase().query("DELETE FROM outbox");
});

it.each(["in the database", "here"])(
  "sets aside a message that fails five times %s, while the others go on",
  async (wrong) => {
    const { heard, stop } = await listenToEvents();
    await leave(ann, 0);
    await leave(ann, 1, wrong);
    await leave(ann, 2);
    for (const n of upTo(20)) await leave(bob, n);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await relayOnce(steps);
      expect(await waiting()).toEqual([
        { attempts: attempt, isSetAside: false },
        { attempts: 0, isSetAside: false },
      ]);
      await makeDue();
    }
    await until("the others hear", () => heard.length === 21);
    expect(numbersOf(heard, ann)).toEqual([0]);
    expect(numbersOf(heard, bob)).toEqual(upTo(20));
    expect(error).not.toHaveBeenCalled();

    await relayOnce(steps);
    await relayOnce(steps);
    await until("the rest is heard", () => heard.length === 22);
    await stop();
    expect(numbersOf(heard, ann)).toEqual([0, 2]);
    expect(await waiting()).toEqual([{ attempts: 5, isSetAside: true }]);
    expect(error.mock.calls).toEqual([
      [expect.objectContaining({ event: "outbox.message_set_aside", kind: "step", attempts: 5 })],
    ]);
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: "outbox.message_failed" }));
    const { body } = await callRoute<{ outbox: object }>(readHealth);
    expect(body.outbox).toEqual({ oldestMs: 0, setAside: 1 });
  },
);

it("tries again by itself, and what was held back comes after it", async () => {
  const { heard, stop } = await listenToEvents();
  let isMended = false;
  const mended: Deliveries = {
    kinds: ["step"],
    deliver: (tx, messages) =>
      isMended
        ? steps.deliver(
            tx,
            messages.map((one) => ({ ...one, payload: { n: one.payload.n } })),
          )
        : steps.deliver(tx, messages),
  };
  await leave(ann, 0, "here");
  await leave(ann, 1);
  const relay = startRelay(mended);
  await until("it has failed", async () => (await waiting())[0]?.attempts === 1);
  isMended = true;
  await until("both are heard", () => heard.length === 2);
  await relay.stop();
  await stop();
  expect(numbersOf(heard, ann)).toEqual([0, 1]);
});
