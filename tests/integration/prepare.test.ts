import { join } from "node:path";
import { prepareDatabase } from "@/scripts/lib/prepare";
import { createTestDatabase } from "@/tests/support/database";

const MIGRATIONS = join(process.cwd(), "prisma/migrations");
const INSTANCES = 4;
const ROUNDS = 8;

it("lets instances start together, the first time and every other", async () => {
  const database = await createTestDatabase({ empty: true });
  const applied: string[] = [];
  const start = () =>
    prepareDatabase(database.ownerUrl, MIGRATIONS, {
      appPassword: "test",
      onApply: (name) => applied.push(name),
    });
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: INSTANCES }, start));
  }
  expect(new Set(applied).size).toBe(applied.length);
  await database.drop();
}, 120_000);
