import { log } from "@/lib/platform/log";
import { openBoss } from "./boss";

const WORKERS = 20;
const listeners: ((error: Error) => void)[] = [];
const openedWith: object[] = [];

jest.mock("@/lib/platform/env", () => ({ env: { DATABASE_ROLE: "app_runtime" } }));
jest.mock("@/lib/platform/log", () => ({ log: { warn: jest.fn() } }));
jest.mock("pg-boss", () => ({
  PgBoss: class {
    constructor(options: object) {
      openedWith.push(options);
    }
    on = (_event: string, listener: (error: Error) => void) => listeners.push(listener);
    start = async () => this;
  },
}));

it("workers that all miss the database fill no log", async () => {
  jest.useFakeTimers({ now: 0 });
  await openBoss();
  for (let second = 0; second < 6; second += 1) {
    for (let worker = 0; worker < WORKERS; worker += 1) listeners[0]?.(new Error("refused"));
    jest.advanceTimersByTime(1000);
  }
  const said = jest.mocked(log.warn).mock.calls.map(([fields]) => fields);
  expect(said).toEqual([
    { event: "job.queue_problem", reason: "refused", unsaid: 0 },
    { event: "job.queue_problem", reason: "refused", unsaid: 5 * WORKERS - 1 },
  ]);
});

it("waits on no connection that carries nothing any more", async () => {
  await openBoss();
  expect(openedWith).toEqual([
    expect.objectContaining({ keepAlive: true, stream: expect.any(Function) }),
  ]);
});
