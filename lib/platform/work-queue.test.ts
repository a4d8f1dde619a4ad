import { jest } from "@jest/globals";
import { workQueue } from "./work-queue";

/** A piece of work that ends when it is told to. */
function piece() {
  const state = { isBegun: false, end: () => {}, fail: () => {} };
  const done = new Promise<string>((resolve, reject) => {
    state.end = () => resolve("done");
    state.fail = () => reject(new Error("failed"));
  });
  const work = () => {
    state.isBegun = true;
    return done;
  };
  return Object.assign(state, { work });
}

afterEach(() => {
  jest.useRealTimers();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const begun = (pieces: ReturnType<typeof piece>[]) => pieces.map(({ isBegun }) => isBegun);

it("runs a few at once, the others in the order in which they came, also after a failure", async () => {
  const inTurn = workQueue({ atOnce: 2, waiting: 2, waitMs: 60_000, retryAfterSeconds: 3 });
  const pieces = [piece(), piece(), piece(), piece()] as const;
  const results = pieces.map(({ work }) => inTurn(work).catch((error: Error) => error.message));
  expect(begun([...pieces])).toEqual([true, true, false, false]);
  pieces[1].fail();
  await settled();
  expect(begun([...pieces])).toEqual([true, true, true, false]);
  pieces[2].end();
  await settled();
  expect(begun([...pieces])).toEqual([true, true, true, true]);
  pieces[0].end();
  pieces[3].end();
  expect(await Promise.all(results)).toEqual(["done", "failed", "done", "done"]);
});

it("refuses what comes when too much waits, and has room again afterwards", async () => {
  const inTurn = workQueue({ atOnce: 1, waiting: 1, waitMs: 60_000, retryAfterSeconds: 3 });
  const [first, second, third] = [piece(), piece(), piece()];
  const results = [inTurn(first.work), inTurn(second.work)];
  await expect(inTurn(third.work)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    retryAfterSeconds: 3,
  });
  expect(third.isBegun).toBe(false);
  first.end();
  second.end();
  await Promise.all(results);
  third.end();
  expect(await inTurn(third.work)).toBe("done");
});

it("lets what is known go ahead of strangers, however many wait", async () => {
  const inTurn = workQueue({ atOnce: 1, waiting: 2, waitMs: 60_000, retryAfterSeconds: 3 });
  const order: string[] = [];
  const add = (name: string) => async () => void order.push(name);
  const first = piece();
  const work = [
    inTurn(first.work, "stranger"),
    inTurn(add("stranger 1"), "stranger"),
    inTurn(add("stranger 2"), "stranger"),
    inTurn(add("known 1")),
    inTurn(add("known 2")),
  ];
  await expect(inTurn(add("stranger 3"), "stranger")).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  first.end();
  await Promise.all(work);
  expect(order).toEqual(["known 1", "known 2", "stranger 1", "stranger 2"]);
});

it("lets nobody overtake who comes while a place is handed on", async () => {
  const inTurn = workQueue({ atOnce: 1, waiting: 5, waitMs: 60_000, retryAfterSeconds: 3 });
  const order: number[] = [];
  const add = (n: number) => inTurn(async () => void order.push(n));
  const first = add(1).then(() => add(3));
  await Promise.all([first, add(2)]);
  expect(order).toEqual([1, 2, 3]);
});

it("refuses what has waited too long, and gives its place to the next", async () => {
  jest.useFakeTimers();
  const inTurn = workQueue({ atOnce: 1, waiting: 5, waitMs: 1_000, retryAfterSeconds: 3 });
  const [first, second, third] = [piece(), piece(), piece()];
  const running = inTurn(first.work);
  const late = inTurn(second.work);
  const refusal = expect(late).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await jest.advanceTimersByTimeAsync(600);
  const waiting = inTurn(third.work);
  await jest.advanceTimersByTimeAsync(600);
  await refusal;
  first.end();
  await running;
  third.end();
  expect([await waiting, second.isBegun]).toEqual(["done", false]);
});
