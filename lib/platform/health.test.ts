import { prisma, sql } from "@/lib/platform/db";
import { lookAtStores } from "./health";

jest.mock("node:timers/promises", () => jest.requireActual("@/tests/support/jest/timers-promises"));
jest.mock("@/lib/platform/db", () => ({ prisma: { $executeRaw: jest.fn() }, sql: jest.fn() }));
jest.mock("@/lib/platform/files/storage", () => ({
  storage: () => ({ probe: async () => undefined }),
}));
type Query = () => Promise<unknown>;
const query = jest.mocked(prisma.$executeRaw as unknown as Query);
const statement = jest.mocked(sql as unknown as Query);

afterEach(() => {
  jest.useRealTimers();
});
beforeEach(() => {
  query.mockResolvedValue(1);
  statement.mockResolvedValue([{ isReadOnly: false }]);
});

describe.each([
  ["Prisma's", query],
  ["postgres.js's", statement],
])("the database as %s pool sees it", (_name, pool) => {
  it("is down after three seconds when it hangs", async () => {
    jest.useFakeTimers();
    pool.mockReturnValue(new Promise(() => undefined));
    let seen: string | undefined;
    void lookAtStores().then(({ database }) => {
      seen = database;
    });
    await jest.advanceTimersByTimeAsync(2_999);
    expect(seen).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(seen).toBe("down");
  });

  it("is up when it answers, and down at once when it fails", async () => {
    expect(await lookAtStores()).toEqual({ database: "ok", files: "ok" });
    pool.mockRejectedValue(new Error("no connection"));
    expect(await lookAtStores()).toEqual({ database: "down", files: "ok" });
  });
});

it("takes a database that may only be read from for down", async () => {
  statement.mockResolvedValue([{ isReadOnly: true }]);
  expect((await lookAtStores()).database).toBe("down");
});
