import { passAgeMs, startLoop } from "./loop";

jest.mock("node:timers/promises", () => jest.requireActual("@/tests/support/jest/timers-promises"));
jest.mock("@/lib/platform/log", () => ({ log: { error: jest.fn() } }));

it("says how old the last pass is that ended well, while it runs", async () => {
  jest.useFakeTimers();
  let end: (error?: Error) => void = () => undefined;
  const pass = () =>
    new Promise<boolean>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve(false));
    });
  expect(passAgeMs("work")).toBeNull();
  const loop = startLoop("work", 1_000, pass);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(passAgeMs("work")).toBe(5_000);
  end();
  await jest.advanceTimersByTimeAsync(500);
  expect(passAgeMs("work")).toBe(500);
  await jest.advanceTimersByTimeAsync(500);
  end(new Error("no connection"));
  await jest.advanceTimersByTimeAsync(4_000);
  expect(passAgeMs("work")).toBe(5_000);
  const stopped = loop.stop();
  end();
  await stopped;
  expect(passAgeMs("work")).toBeNull();
});
