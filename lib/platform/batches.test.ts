import { AsyncLocalStorage } from "node:async_hooks";
import { BusyError } from "@/lib/platform/db/places";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type Batching, inBatches } from "./batches";

jest.mock("@/lib/platform/log", () => ({ log: { error: jest.fn() } }));

type Item = { owner: string; name: string; share?: number };
type Call = { names: string[]; end: (left?: string[]) => void; fail: (error: Error) => void };

/** What was called, in order; each call ends when the test says so. */
function start(changes: Partial<Batching<Item, string>> = {}) {
  const calls: Call[] = [];
  const called = (items: Item[]) =>
    new Promise<(string | undefined)[]>((resolve, reject) => {
      const names = items.map(({ name }) => name);
      const answer = (left: string[]) =>
        names.map((name) => (left.includes(name) ? undefined : `${name} of ${names.length}`));
      calls.push({ names, end: (left = []) => resolve(answer(left)), fail: reject });
    });
  const ask = inBatches<Item, string>({
    most: 3,
    patienceMs: 10,
    ownerOf: ({ owner }) => owner,
    shareOf: ({ share = 0 }) => share,
    alone: async (item) => (await called([item]))[0] ?? "",
    together: called,
    ...changes,
  });
  const asked = (owner: string, name: string, share?: number) => ask({ owner, name, share });
  return { calls, ask: asked, names: () => calls.map((call) => call.names.join(" ")) };
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
});

it("does the first alone at once, and together what comes meanwhile", async () => {
  const { calls, ask, names } = start();
  const all = ["a", "b", "c", "d", "e"].map((name) => ask(name, name));
  expect(names()).toEqual(["a"]);
  calls[0]?.end();
  await settle();
  expect(names()).toEqual(["a", "b c d"]);
  calls[1]?.end();
  await settle();
  calls[2]?.end();
  expect(await Promise.all(all)).toEqual(["a of 1", "b of 3", "c of 3", "d of 3", "e of 1"]);
  await settle();
  void ask("f", "f");
  expect(names().at(-1)).toBe("f");
});

it("begins after a while without what is under way", async () => {
  const { ask, names } = start();
  void ["a", "b", "c"].map((name) => ask(name, name));
  await jest.advanceTimersByTimeAsync(9);
  expect(names()).toEqual(["a"]);
  await jest.advanceTimersByTimeAsync(1);
  expect(names()).toEqual(["a", "b c"]);
});

it("does alone what a batch leaves out, in its owner's order, and holds up nobody with it", async () => {
  const { calls, ask, names } = start();
  void ask("a", "a");
  const left = [ask("b", "b1"), ask("b", "b2"), ask("c", "c")];
  calls[0]?.end();
  await settle();
  calls[1]?.end(["b1", "b2"]);
  expect(await left[2]).toBe("c of 3");
  await settle();
  expect(names()).toEqual(["a", "b1 b2 c", "b1"]);
  void ask("b", "b3");
  void ask("d", "d");
  expect(names().at(-1)).toBe("d");
  calls[2]?.end();
  await settle();
  expect(names().at(-1)).toBe("b2");
  calls[4]?.end();
  await settle();
  expect(await Promise.all(left.slice(0, 2))).toEqual(["b1 of 1", "b2 of 1"]);
  calls[3]?.end();
  await settle();
  expect(names().at(-1)).toBe("b3");
});

it("does each alone where a batch fails, and says what nobody knows of", async () => {
  const { calls, ask, names } = start();
  const all = ["a", "b", "c"].map((name) => ask(name, name));
  calls[0]?.end();
  await settle();
  calls[1]?.fail(new Error("no such function"));
  await settle();
  expect(names()).toEqual(["a", "b c", "b", "c"]);
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ event: "batch.failed" }));
  calls[2]?.end();
  calls[3]?.fail(new AppError("HOUSE_LIMIT"));
  expect(await all[1]).toBe("b of 1");
  await expect(all[2]).rejects.toMatchObject({ code: "HOUSE_LIMIT" });
});

it("keeps nobody waiting for what somebody keeps them out of", async () => {
  const { calls, ask } = start();
  const all = ["1", "2", "3"].map((name) => ask("a", name));
  const busy = Object.assign(new Error("locked"), { code: "55P03" });
  calls[0]?.fail(busy);
  for (const each of all) await expect(each).rejects.toBe(busy);
  expect(calls).toHaveLength(1);
});

it("refuses all where a batch gets no connection in time", async () => {
  const { calls, ask } = start();
  const all = ["a", "b", "c"].map((name) => ask(name, name));
  calls[0]?.end();
  await settle();
  const none = new BusyError();
  calls[1]?.fail(none);
  expect(await all[0]).toBe("a of 1");
  for (const each of all.slice(1)) await expect(each).rejects.toBe(none);
  expect(calls).toHaveLength(2);
});

it("takes no more together than may go, and nothing that came later before it", async () => {
  const { calls, ask, names } = start();
  void ask("a", "a");
  const shares: [string, number][] = [
    ["b", 0.5],
    ["c", 0.6],
    ["d", 0.1],
  ];
  void shares.map(([name, share]) => ask(name, name, share));
  for (const at of [0, 1, 2]) {
    calls[at]?.end();
    await settle();
  }
  expect(names()).toEqual(["a", "b", "c d"]);
});

it("does alone in the context of whoever asked", async () => {
  const context = new AsyncLocalStorage<string>();
  const { calls, ask } = start({ alone: async () => context.getStore() ?? "none" });
  void ask("x", "x");
  const all = ["a", "b"].map((name) => context.run(name, () => ask(name, name)));
  await settle();
  calls[0]?.end(["a", "b"]);
  expect(await Promise.all(all)).toEqual(["a", "b"]);
});
