/**
 * What a browser does about the public log and its person's balance where it keeps nothing, has no network, or has two tabs.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { shownLog } from "@/tests/support/transparency/shown-log";
import type { BalanceCheck } from "../liabilities/own-balance-rules";
import { parseTilePath } from "../log/tiles";

const SIGNER = { name: "site.example/log", seed: new Uint8Array(32).fill(1) };
const ENTRIES = ['{"n":1}', '{"n":2}', '{"n":3}'];
const USER = "user-1";
const SESSION_TOKEN = "a.session.token-of-the-person";
const found: BalanceCheck = {
  at: "2026-11-28T00:00:05.000Z",
  checkedAt: 1,
  problem: null,
  found: { USDT: "75.000000", XAUT: "0.000000" },
};

/** What the browser keeps for all of its tabs; null where it keeps nothing. */
let store: Map<string, unknown> | null;
jest.mock("./browser-store-client", () => {
  const kept = () => {
    if (!store) throw new DOMException("A mutation operation was attempted", "InvalidStateError");
    return store;
  };
  return {
    readKept: async (key: string) => kept().get(key),
    changeKept: async (key: string, change: (before: unknown) => unknown) => {
      const next = change(kept().get(key));
      if (next === undefined) kept().delete(key);
      else kept().set(key, next);
    },
  };
});
const mockFindOwnBalance = jest.fn<Promise<BalanceCheck | "same" | "none">, [string, unknown]>();
jest.mock("../liabilities/own-balance-client", () => ({
  findOwnBalance: (userId: string, before: unknown) => mockFindOwnBalance(userId, before),
}));

const asked: string[] = [];
/** The site shows this log from now on. @param meanwhile happens while its checkpoint is on the way */
async function show(entries: readonly string[], meanwhile?: () => void) {
  const log = await shownLog(entries, SIGNER);
  asked.length = 0;
  globalThis.fetch = (async (input: string) => {
    const path = input.replace("/log/", "");
    asked.push(path);
    if (path === "checkpoint") meanwhile?.();
    const tile = parseTilePath(path);
    const body = tile ? await log.tile(tile) : path === "key" ? `${log.key}\n` : log.checkpoint;
    const type = tile ? "application/octet-stream" : "text/plain; charset=utf-8";
    return {
      ok: true,
      status: 200,
      headers: new Headers({ "content-type": type }),
      text: async () => String(body),
      arrayBuffer: async () => body,
    };
  }) as unknown as typeof fetch;
  return log;
}

/** A tab has modules of its own. */
function openTab() {
  let tab!: {
    witness: typeof import("./browser-witness-client");
    watch: typeof import("./log-watch-client");
    balance: typeof import("../liabilities/balance-check-client");
  };
  jest.isolateModules(() => {
    tab = {
      witness: require("./browser-witness-client"),
      watch: require("./log-watch-client"),
      balance: require("../liabilities/balance-check-client"),
    };
  });
  return tab;
}

/** Web Locks: one after the other. */
function shareLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<unknown>) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
}
const setOnline = (isOnline: boolean) =>
  Object.defineProperty(navigator, "onLine", { configurable: true, value: isOnline });
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
};

beforeEach(() => {
  store = new Map();
  localStorage.clear();
  localStorage.setItem("token", SESSION_TOKEN);
  setOnline(true);
  shareLocks();
  mockFindOwnBalance.mockReset().mockResolvedValue(found);
});

describe("the public log", () => {
  it("is not judged by a browser that keeps nothing, which asks for none of it", async () => {
    store = null;
    await show(ENTRIES);
    await expect(openTab().witness.checkLog(true)).rejects.toThrow(DOMException);
    expect(asked).toEqual([]);
  });

  it("is not spoken of on the page where nothing is kept, or there is no network", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] });
    await show(ENTRIES);
    const shown = jest.fn();
    store = null;
    const first = openTab().watch.watchLog(shown, { hasBegun: true });
    jest.advanceTimersByTime(2_000);
    await settle();
    first.stop();
    store = new Map();
    setOnline(false);
    const second = openTab().watch.watchLog(shown, { hasBegun: true });
    jest.advanceTimersByTime(2_000);
    await settle();
    expect(shown).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
    // As soon as there is one again, it looks.
    setOnline(true);
    window.dispatchEvent(new Event("online"));
    jest.useRealTimers();
    await settle();
    expect(asked).toContain("checkpoint");
    second.stop();
  });

  it("is kept by the tab that saw more, whichever ends last", async () => {
    const [one, other] = [openTab(), openTab()];
    const small = await show(ENTRIES.slice(0, 2));
    expect(await one.witness.checkLog(true)).toBeNull();
    expect(store?.get("kept")).toMatchObject({ note: small.checkpoint });
    const large = await show(ENTRIES);
    expect(await other.witness.checkLog(true)).toBeNull();
    const before = store?.get("kept");
    expect(before).toMatchObject({ note: large.checkpoint });
    // One that was slower ends after the other.
    store?.set("kept", { key: small.key, note: small.checkpoint, at: 1 });
    await show(ENTRIES.slice(0, 2), () => store?.set("kept", before));
    expect(await one.witness.checkLog(true)).toBeNull();
    expect(store?.get("kept")).toBe(before);
  });

  it("stays changed for every tab once one has found that, without a look", async () => {
    const alarm = { wrong: "changed", before: "a", now: "b" };
    store?.set("alarm", alarm);
    await show(ENTRIES);
    expect(await openTab().witness.checkLog(true)).toEqual(alarm);
    expect(asked).toEqual([]);
  });
});

describe("one's own balance", () => {
  it("is looked for in each document where the browser keeps nothing, and shown all the same", async () => {
    store = null;
    for (let time = 1; time <= 2; time += 1) {
      const { balance } = openTab();
      await balance.checkOwnBalance(USER);
      expect(balance.balanceState(USER)).toEqual({ look: "done", check: found });
      expect(mockFindOwnBalance).toHaveBeenCalledTimes(time);
    }
  });

  it("is not looked for without a network, and nothing is said that is not known", async () => {
    setOnline(false);
    const { balance } = openTab();
    await balance.checkOwnBalance(USER);
    expect(mockFindOwnBalance).not.toHaveBeenCalled();
    expect(balance.balanceState(USER)).toEqual({ look: null, check: null });
    // What was found before is.
    store?.set(`balance ${USER}`, found);
    await balance.checkOwnBalance(USER);
    expect(balance.balanceState(USER)).toEqual({ look: null, check: found });
    setOnline(true);
    await balance.checkOwnBalance(USER);
    expect(balance.balanceState(USER).look).toBe("done");
  });

  it("is looked for by one of two tabs, and both say what it found", async () => {
    const tabs = [openTab(), openTab()];
    await Promise.all(tabs.map(({ balance }) => balance.checkOwnBalance(USER)));
    expect(mockFindOwnBalance).toHaveBeenCalledTimes(1);
    for (const { balance } of tabs) {
      expect(balance.balanceState(USER)).toEqual({ look: "done", check: found });
    }
  });

  it("is looked for again by the next tab where the site did not answer the first one", async () => {
    mockFindOwnBalance.mockRejectedValueOnce(new Error("The published trees could not be read"));
    const [one, other] = [openTab(), openTab()];
    await one.balance.checkOwnBalance(USER);
    expect(one.balance.balanceState(USER)).toEqual({ look: "failed", check: null });
    await other.balance.checkOwnBalance(USER);
    expect(other.balance.balanceState(USER)).toEqual({ look: "done", check: found });
  });
});
