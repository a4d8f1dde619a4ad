import { createServer } from "node:http";
import { PUT as changeRights } from "@/app/api/admin/users/[id]/rights/route";
import { PUT as toggleStatus } from "@/app/api/admin/users/[id]/toggle-status/route";
import { GET as users } from "@/app/api/admin/users/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { DELETE as endSession } from "@/app/api/user/sessions/[id]/route";
import { BusyError } from "@/lib/platform/db/places";
import { type Realtime, startRealtime } from "@/lib/platform/realtime/server";
import { forgetSessions, hearOfSessions, keptSession, SESSION_CHANNEL } from "@/lib/sessions/kept";
import { roomsOfSessions, verifySocketToken } from "@/lib/sessions/mutations";
import { decodeSessionToken } from "@/lib/sessions/token";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";

const statusOf = async (token: string, handler = profile) =>
  (await callRoute(handler, { token })).status;
const sessionIdOf = async (token: string) => (await decodeSessionToken(token))!.sessionId;

/** Ends a session as another instance does, or, silently, without anybody hearing of it. */
async function endElsewhere(token: string, { silently = false } = {}): Promise<void> {
  const end = `UPDATE session SET revoked_at = clock_timestamp() WHERE id = '${await sessionIdOf(token)}'`;
  const silent = `SET session_replication_role = replica; ${end}; RESET session_replication_role`;
  await testDatabase().query(silently ? silent : end);
}

let nowMs: number;
beforeEach(() => {
  // Nothing grows old by itself.
  nowMs = performance.now();
  jest.spyOn(performance, "now").mockImplementation(() => nowMs);
});
afterEach(() => hearOfSessions(false));

describe("a session that was read", () => {
  beforeEach(() => hearOfSessions(true));

  it("is used for two seconds, should nobody hear of its end", async () => {
    const { token } = await signedInUser();
    expect(await statusOf(token)).toBe(200);
    await endElsewhere(token, { silently: true });
    nowMs += 1_999;
    expect(await statusOf(token)).toBe(200);
    nowMs += 1;
    expect(await statusOf(token)).toBe(401);
  });

  it("is read by itself for who shared the reading of somebody that had to give up", async () => {
    const refused = keptSession("token", "user", () => Promise.reject(new BusyError()));
    const shared = keptSession("token", "user", async () => "the session");
    await expect(refused).rejects.toThrow(BusyError);
    expect(await shared).toBe("the session");
  });

  it("is read by each request while this process hears of no ends", async () => {
    hearOfSessions(false);
    const { token } = await signedInUser();
    expect(await statusOf(token)).toBe(200);
    await endElsewhere(token, { silently: true });
    expect(await statusOf(token)).toBe(401);
  });

  it("is each caller's own where many are looked up at once", async () => {
    hearOfSessions(false);
    const people = await Promise.all(Array.from({ length: 12 }, () => signedInUser()));
    const [ended, ...live] = people as [(typeof people)[0], ...typeof people];
    await endElsewhere(ended.token, { silently: true });
    type Profile = { user: { username: string } };
    const answers = await Promise.all(
      people.map(({ token }) => callRoute<Profile>(profile, { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, ...live.map(() => 200)]);
    const names = answers.slice(1).map(({ body }) => body.user.username);
    expect(names).toEqual(live.map(({ user }) => user.username));
  });

  const admin = { password: TEST_PASSWORD };
  const ends: Record<string, (user: { id: string }, token: string) => Promise<{ status: number }>> =
    {
      "logging out": (_user, token) => callRoute(logout, { method: "POST", token }),
      "its owner on another device": async (user, token) => {
        const id = await sessionIdOf(token);
        const mine = await signInAs(user);
        return callRoute(endSession, { method: "DELETE", token: mine, params: { id } });
      },
      "a new password": async (user) => {
        const body = { currentPassword: TEST_PASSWORD, newPassword: "another horse" };
        return callRoute(changePassword, { method: "PUT", token: await signInAs(user), body });
      },
      "the end of the account": async ({ id }) => {
        const { token } = await signedInAdmin();
        const body = { isActive: false, reason: "Asked for it by telephone" };
        return callRoute(toggleStatus, { method: "PUT", token, params: { id }, body });
      },
    };

  it.each(Object.keys(ends))("is not used after %s, by the very next request", async (name) => {
    const user = await createTestUser();
    const token = await signInAs(user);
    expect(await statusOf(token)).toBe(200);
    const { status } = (await ends[name]?.(user, token)) ?? {};
    expect(status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it("has the rights that its owner has now", async () => {
    const { token } = await signedInAdmin();
    const { user, token: theirs } = await signedInUser();
    expect(await statusOf(theirs, users)).toBe(403);
    const give = (permissions: string[]) =>
      callRoute(changeRights, {
        ...{ method: "PUT", path: `/api/admin/users/${user.id}/rights`, params: { id: user.id } },
        ...{ token, body: { ...admin, permissions } },
      });
    expect((await give(["users"])).status).toBe(200);
    expect(await statusOf(theirs, users)).toBe(200);
    expect((await give([])).status).toBe(200);
    expect(await statusOf(theirs, users)).toBe(403);
  });
});

describe("what happens on another instance", () => {
  let realtime: Realtime;
  const hearing = jest.fn(hearOfSessions);
  beforeEach(async () => {
    hearing.mockClear();
    realtime = await startRealtime({
      httpServer: createServer(),
      verify: verifySocketToken,
      roomsOf: roomsOfSessions,
      channels: { [SESSION_CHANNEL]: forgetSessions },
      hearing,
    });
  });
  afterEach(() => realtime.stop());

  it("ends a session here as soon as it is heard of", async () => {
    const { token } = await signedInUser();
    expect(await statusOf(token)).toBe(200);
    await endElsewhere(token);
    await until("it is refused", async () => (await statusOf(token)) === 401);
  });

  it.each([
    ["is_active = false", 401],
    ["is_admin = false, permissions = '{}'", 403],
    ["permissions = '{content}'", 403],
  ])("takes rights away here: %s", async (change, status) => {
    const { user, token } = await signedInAdmin();
    expect(await statusOf(token, users)).toBe(200);
    await testDatabase().query(`UPDATE app_user SET ${change} WHERE id = '${user.id}'`);
    await until("it is refused", async () => (await statusOf(token, users)) === status);
  });

  it("counts as missed while the database can't be heard", async () => {
    const { token } = await signedInUser();
    expect(await statusOf(token)).toBe(200);
    await endElsewhere(token, { silently: true });
    expect(await statusOf(token)).toBe(200);
    await testDatabase().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'realtime' AND datname = current_database()",
    );
    await until("that is noticed", () => hearing.mock.calls.some(([isHearing]) => !isHearing));
    expect(await statusOf(token)).toBe(401);
    await until("it hears again", () => hearing.mock.calls.length === 3);
    expect(hearing.mock.calls).toEqual([[true], [false], [true]]);
  });
});
