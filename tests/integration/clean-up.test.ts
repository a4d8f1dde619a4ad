import { cleanUpJob } from "@/lib/platform/jobs/clean-up";
import { testDatabase } from "@/tests/support/database";

const { query } = testDatabase();

it("removes all that is old, more than one batch of it, and nothing else", async () => {
  await query(`INSERT INTO idempotency_record (user_id, route, key, request_hash, created_at)
    SELECT uuid_v7(), 'POST /api/nothing', n::text, '', now() - interval '8 days' FROM generate_series(1, 10001) AS n`);
  await query(`INSERT INTO idempotency_record (user_id, route, key, request_hash, created_at)
    VALUES (uuid_v7(), 'POST /api/nothing', 'young', '', now() - interval '6 days')`);
  await query(`INSERT INTO rate_limit (key, points, expire)
    SELECT 'old:' || n, 1, 1 FROM generate_series(1, 10001) AS n`);
  await query("INSERT INTO rate_limit (key, points, expire) VALUES ('young', 1, 9000000000000)");
  await cleanUpJob.handler({}, { signal: new AbortController().signal });
  expect(await query("SELECT key FROM idempotency_record")).toEqual([{ key: "young" }]);
  expect(await query("SELECT key FROM rate_limit")).toEqual([{ key: "young" }]);
});
