import { prisma } from "@/lib/platform/db";
import { isDatabaseUp } from "./health";

jest.mock("@/lib/platform/db", () => ({ prisma: { $queryRaw: jest.fn() } }));
const query = jest.mocked(prisma.$queryRaw as unknown as () => Promise<unknown>);

it("a database that hangs is down after three seconds", async () => {
  query.mockReturnValue(new Promise(() => undefined));
  const startedAt = performance.now();
  expect(await isDatabaseUp()).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

it("says at once whether it answers or fails", async () => {
  query.mockResolvedValue([]);
  expect(await isDatabaseUp()).toBe(true);
  query.mockRejectedValue(new Error("no connection"));
  expect(await isDatabaseUp()).toBe(false);
});
