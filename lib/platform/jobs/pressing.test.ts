import { giveWay, pressing } from "./pressing";

jest.mock("node:timers/promises", () => jest.requireActual("@/tests/support/jest/timers-promises"));

beforeEach(() => jest.useFakeTimers());

/** Whether it has ended by now. */
async function isOver(work: Promise<void>): Promise<boolean> {
  let over = false;
  void work.then(() => {
    over = true;
  });
  await jest.advanceTimersByTimeAsync(0);
  return over;
}

function begin() {
  let end: (error?: Error) => void = () => undefined;
  const ended = pressing(
    () =>
      new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      }),
  );
  return { ended, end: (error?: Error) => end(error) };
}

it("gives way to pressing work until it ends, well or not", async () => {
  expect(await isOver(giveWay())).toBe(true);
  const [first, second] = [begin(), begin()];
  const waiting = giveWay();
  first.end();
  await first.ended;
  expect(await isOver(waiting)).toBe(false);
  second.end(new Error("no connection"));
  await expect(second.ended).rejects.toThrow("no connection");
  expect(await isOver(waiting)).toBe(true);
});

it("gives way for 0.8 s from its beginning at the most", async () => {
  const { end, ended } = begin();
  await jest.advanceTimersByTimeAsync(500);
  const waiting = giveWay();
  await jest.advanceTimersByTimeAsync(250);
  expect(await isOver(waiting)).toBe(false);
  await jest.advanceTimersByTimeAsync(50);
  expect(await isOver(waiting)).toBe(true);
  expect(await isOver(giveWay())).toBe(true);
  end();
  await ended;
});
