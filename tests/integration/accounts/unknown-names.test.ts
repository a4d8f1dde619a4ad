import { Client } from "pg";
import { POST as login } from "@/app/api/auth/login/route";
import { createTestUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";

const guess = (usernameOrEmail: string) =>
  callRoute(login, { body: { usernameOrEmail, password: "wrong horse" } });

/** How often each limit has counted for what is in its key. */
async function countedFor(...inKey: string[]): Promise<string[]> {
  const rows = await testDatabase().query<{ counted: string }>(
    `SELECT split_part(key, ':', 1) || ' ' || points AS counted FROM rate_limit
     WHERE split_part(key, ':', 1) LIKE 'login-%' AND string_to_array(key, ':') && $1 ORDER BY 1`,
    [inKey],
  );
  return rows.map(({ counted }) => counted);
}

it("a guess at a name that nobody has is counted in as many places as one at an account", async () => {
  const { id, username } = await createTestUser();
  for (const name of [username, "nobody_counted"]) {
    for (let attempt = 0; attempt < 2; attempt++) expect((await guess(name)).status).toBe(401);
  }
  const counted = [
    "login-account 2",
    "login-account-address 2",
    "login-name 2",
    "login-name-address 2",
  ];
  expect(await countedFor(username, id)).toEqual(counted);
  expect(await countedFor("nobody_counted")).toEqual(counted);
});

// One after the other, the sign-in history would cost accounts a statement more than names that nobody has.
it.each(["rate_limit", "sign_in"])(
  "counting and the sign-in history don't wait for each other: %s locked",
  async (table) => {
    const { id, username } = await createTestUser();
    const holder = new Client({ connectionString: testDatabase().ownerUrl });
    await holder.connect();
    let answer: ReturnType<typeof guess> | undefined;
    try {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      answer = guess(username);
      const isOtherDone = async () => {
        if (table === "sign_in") return (await countedFor(username, id)).length === 4;
        const rows = await testDatabase().query("SELECT FROM sign_in WHERE user_id = $1", [id]);
        return rows.length === 1;
      };
      await until("the other one is done", isOtherDone, 15_000);
    } finally {
      await holder.end();
      await answer;
    }
    expect((await answer)?.status).toBe(401);
  },
);
