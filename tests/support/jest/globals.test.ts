import { AsyncLocalStorage } from "node:async_hooks";
import { runInThisContext } from "node:vm";
import { keepingGlobalsOf, noteGlobals } from "./globals.cjs";

const shared = globalThis as { __made?: number; __package?: number };

afterEach(() => {
  delete shared.__package;
});

it("takes back what a test file does to the process", () => {
  const { fetch } = globalThis;
  const listener = () => undefined;
  const { TZ: zone } = process.env;
  const { exit } = process;
  const restore = noteGlobals();

  shared.__made = 1;
  globalThis.fetch = async () => new Response();
  process.env.MADE = "1";
  delete process.env.TZ;
  process.exit = () => undefined as never;
  process.on("exit", listener);
  restore();

  expect(shared).not.toHaveProperty("__made");
  expect(globalThis.fetch).toBe(fetch);
  expect(process.env).toMatchObject({ TZ: zone });
  expect(process.env).not.toHaveProperty("MADE");
  expect(process.exit).toBe(exit);
  expect(process.listeners("exit")).not.toContain(listener);
});

it("leaves packages their globals and listeners", () => {
  const listener = () => undefined;
  const restore = noteGlobals();

  keepingGlobalsOf(() => {
    shared.__package = 1;
    process.on("exit", listener);
  });
  restore();

  expect(shared).toHaveProperty("__package", 1);
  expect(process.listeners("exit")).toContain(listener);
  process.off("exit", listener);
});

it("disables the storages that a test file has used, and one that is used again works", () => {
  const storage = new AsyncLocalStorage<number>();
  const restore = noteGlobals();

  storage.enterWith(1);
  restore();

  expect(storage.getStore()).toBeUndefined();
  expect(storage.run(2, () => storage.getStore())).toBe(2);
});

it("runs in the realm that Node's own modules make their errors in", () => {
  expect(runInThisContext("Error")).toBe(Error);
  expect(runInThisContext("globalThis")).toBe(globalThis);
});
