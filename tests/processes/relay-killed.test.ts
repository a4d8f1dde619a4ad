import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { deliveries } from "@/deliveries";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { startRelay } from "@/lib/platform/outbox/relay";
import { invitedBy, payFee, recordPrice } from "@/tests/integration/referrals/support";
import { stockHouse } from "@/tests/integration/vault/support";
import { listenToEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { program } from "@/tests/support/program";
import { isOutboxEmpty } from "../integration/outbox/support";

const USERS = 4;
const TRADES = 60;
const MICRO = 1_000_000n;

/** A relay in a process of its own. */
async function startWorker(): Promise<ChildProcess> {
  const worker = fork(program("tests/support/processes/relay-worker.ts"), {
    stdio: "ignore",
    env: process.env,
  });
  await new Promise((resolve) => worker.once("message", resolve));
  return worker;
}

/** Starts relays and kills them at any moment until told to stop. */
function killRelays() {
  let kills = 0;
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      const worker = await startWorker();
      await delay(50 + Math.random() * 400);
      worker.kill("SIGKILL");
      kills += 1;
    }
  })();
  return async () => {
    await until("some were killed", () => kills > 2, 60_000);
    isOver = true;
    await killing;
  };
}

it("loses nothing, keeps the order and notifies once when relays are killed at any moment", async () => {
  await stockHouse();
  await recordPrice();
  const people = await Promise.all(Array.from({ length: USERS }, () => invitedBy(null)));
  const { heard, stop } = await listenToEvents();
  const stopKilling = killRelays();
  const tradesOf = async (user: User) => {
    const ids: string[] = [];
    for (let n = 0; n < TRADES; n += 1) {
      ids.push(await payFee(user, MICRO));
      await delay(100);
    }
    return ids;
  };
  const trades = await Promise.all(people.map(tradesOf));
  await stopKilling();
  const last = startRelay(deliveries);
  await until("all is delivered", isOutboxEmpty);
  const heardBy = (userId: string) => [
    ...new Set(heard.filter(({ t, u }) => t === "trade" && u === userId).map(({ id }) => id)),
  ];
  await until("all is heard", () => people.every(({ id }) => heardBy(id).length === TRADES));
  await last.stop();
  await stop();
  expect(people.map(({ id }) => heardBy(id))).toEqual(trades);
  const notes = await prisma.notification.groupBy({ by: ["userId"], _count: { _all: true } });
  expect(notes.map(({ _count }) => _count._all)).toEqual(people.map(() => TRADES));
}, 120_000);
