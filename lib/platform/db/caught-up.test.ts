import { CaughtUp } from "./caught-up";

/** A primary and a replica whose places in the log a test moves. */
function servers() {
  const state = { committed: 100n, shown: 100n as bigint | null, asked: 0, fails: false };
  const caughtUp = new CaughtUp({
    async committed() {
      state.asked += 1;
      const { committed } = state;
      await new Promise(setImmediate);
      return committed;
    },
    async shown() {
      if (state.fails) throw new Error("connection refused");
      return state.shown;
    },
  });
  return { state, caughtUp };
}

/** Puts the clock that rests are measured by on. */
function later(milliseconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, "now").mockImplementation(() => now() + milliseconds);
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe("CaughtUp", () => {
  it("says so once the replica shows what the primary has committed", async () => {
    const { state, caughtUp } = servers();
    expect(await caughtUp.isSo()).toBe(true);
    state.committed = 150n;
    const asked = caughtUp.isSo();
    setTimeout(() => {
      state.shown = 150n;
    }, 20);
    expect(await asked).toBe(true);
  });

  it("never takes what was committed after it was asked for what was before", async () => {
    const { state, caughtUp } = servers();
    const first = caughtUp.isSo();
    // The first question to the primary is under way: its answer says nothing of this commit.
    state.committed = 200n;
    const second = caughtUp.isSo();
    expect(await first).toBe(true);
    setTimeout(() => {
      expect(caughtUp.serving).toBe(true);
      state.shown = 200n;
    }, 20);
    expect(await second).toBe(true);
    expect(state.shown).toBe(200n);
  });

  it("asks the primary once for all who come while it is asked", async () => {
    const { state, caughtUp } = servers();
    const all = await Promise.all(Array.from({ length: 50 }, () => caughtUp.isSo()));
    expect(all.every(Boolean)).toBe(true);
    expect(state.asked).toBe(2);
  });

  it.each([
    ["stays behind", (state: { shown: bigint | null }) => (state.shown = 99n)],
    ["is a replica no more", (state: { shown: bigint | null }) => (state.shown = null)],
    ["is away", (state: { fails: boolean }) => (state.fails = true)],
  ])("leaves reads to the primary for a second where it %s", async (_, harm) => {
    const { state, caughtUp } = servers();
    harm(state as never);
    expect(await caughtUp.isSo()).toBe(false);
    expect(caughtUp.serving).toBe(false);
    Object.assign(state, { shown: 100n, fails: false });
    const before = state.asked;
    expect(await caughtUp.isSo()).toBe(false);
    expect(state.asked).toBe(before);
    later(1_001);
    expect(await caughtUp.isSo()).toBe(true);
    expect(caughtUp.serving).toBe(true);
  });

  it("trusts nothing that another server behind the same address showed", async () => {
    const { state, caughtUp } = servers();
    state.committed = 300n;
    state.shown = 300n;
    expect(await caughtUp.isSo()).toBe(true);
    state.shown = 250n;
    state.committed = 301n;
    expect(await caughtUp.isSo()).toBe(false);
    state.committed = 260n;
    later(1_001);
    expect(await caughtUp.isSo()).toBe(false);
  });
});
