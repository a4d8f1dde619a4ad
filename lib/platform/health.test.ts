import { prisma, sql } from "@/lib/platform/db";
import { isDatabaseUp } from "./health";

jest.mock("node:timers/promises", () => jest.requireActual("@/tests/support/jest/timers-promises"));
jest.mock("@/lib/platform/db", () => ({ prisma: { $queryRaw: jest.fn() }, sql: jest.fn() }));
type Query = () => Promise<unknown>;
const query = jest.mocked(prisma.$queryRaw as unknown as Query);
const statement = jest.mocked(sql as unknown as Query);

afterEach(() => {
  jest.useRealTimers();
});
beforeEach(() => {
  query.mockResolvedValue([{ isReadOnly: false }]);
  statement.mockResolvedValue([{ isReadOnly: false }]);
});

describe.each([
  ["Prisma's", query],
  ["postgres.js's", statement],
])("the database as %s pool sees it", (_name, pool) => {
  it("is down after three seconds when it hangs", async () => {
    jest.useFakeTimers();
    pool.mockReturnValue(new Promise(() => undefined));
    let isUp: boolean | undefined;
    void isDatabaseUp().then((answer) => {
      isUp = answer;
    });
    await jest.advanceTimersByTimeAsync(2_999);
    expect(isUp).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(isUp).toBe(false);
  });

  it("is up when it answers, and down at once when it fails or can't be written to", async () => {
    expect(await isDatabaseUp()).toBe(true);
    pool.mockResolvedValue([{ isReadOnly: true }]);
    expect(await isDatabaseUp()).toBe(false);
    pool.mockRejectedValue(new Error("no connection"));
    expect(await isDatabaseUp()).toBe(false);
  });
});
