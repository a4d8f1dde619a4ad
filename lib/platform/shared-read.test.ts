import { sharedRead } from "./shared-read";

jest.mock("@/lib/platform/log", () => ({ log: { error: jest.fn() } }));

/** A reading that ends when it is told to, with the number of readings that have begun. */
function slowReading() {
  const ends: (() => void)[] = [];
  const read = () => {
    const number = ends.length + 1;
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { read, ends };
}

describe("sharedRead", () => {
  it("reads once more for all who ask during a reading, and never gives them that one", async () => {
    const { read, ends } = slowReading();
    const ask = sharedRead(read);
    const first = ask();
    const others = [ask(), ask(), ask()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await new Promise(setImmediate);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(others)).toEqual([2, 2, 2]);
  });

  it("reads again for who asks later", async () => {
    let count = 0;
    const ask = sharedRead(async () => ++count);
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(2);
  });

  it("tells each what went wrong, and goes on", async () => {
    let isBroken = true;
    const ask = sharedRead(async () => {
      if (isBroken) throw new Error("no connection");
      return null;
    });
    await expect(ask()).rejects.toThrow("no connection");
    isBroken = false;
    expect(await ask()).toBeNull();
  });
});
