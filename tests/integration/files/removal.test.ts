import { transaction } from "@/lib/platform/db";
import { queueFileRemoval, removeFilesJob } from "@/lib/platform/files/removal";
import { storage } from "@/lib/platform/files/storage";
import { drainQueue } from "@/lib/platform/jobs/runner";
import { testDatabase } from "@/tests/support/database";

const { name } = removeFilesJob;

/** As if so many days of hourly tries had gone by. */
async function passDays(days: number): Promise<void> {
  await testDatabase().query(
    `UPDATE pgboss.job SET retry_count = retry_count + 24 * $2, start_after = now(),
       keep_until = keep_until - $2 * interval '1 day' WHERE name = $1`,
    [name, days],
  );
  await testDatabase().query(
    "UPDATE pgboss.queue SET maintain_on = now() - interval '61 minutes' WHERE name = $1",
    [name],
  );
}

it("removes a file after the store was down for weeks", async () => {
  const key = "deposit-proof/of-somebody";
  await storage().put(key, new Uint8Array([1]), "image/png");
  const remove = jest.spyOn(storage(), "remove").mockRejectedValue(new Error("down"));
  await transaction((tx) => queueFileRemoval(tx, [key]));
  for (const days of [0, 14, 15]) {
    await passDays(days);
    expect(await drainQueue([removeFilesJob])).toEqual({ done: 0, failed: 1 });
  }
  remove.mockRestore();
  await passDays(0);
  expect(await drainQueue([removeFilesJob])).toEqual({ done: 1, failed: 0 });
  expect(await storage().get(key)).toBeNull();
});
