import { POST as login } from "@/app/api/auth/login/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { DELETE as revokeOne } from "@/app/api/user/sessions/[id]/route";
import { GET as listSessions, DELETE as revokeOthers } from "@/app/api/user/sessions/route";
import { GET as listSignIns } from "@/app/api/user/sign-ins/route";
import type { SessionDto } from "@/lib/accounts/schema";
import type { User } from "@/lib/generated/prisma/client";
import type { SignInList } from "@/lib/security/schema";
import { createTestUser, signedInUser, signInAs, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { toldToUsers } from "@/tests/support/told";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

const signIn = (user: User, userAgent: string, ip?: string, password = TEST_PASSWORD) =>
  callRoute<{ token: string }>(login, {
    body: { usernameOrEmail: user.username, password },
    headers: { "user-agent": userAgent },
    ip,
  });
const sessionsOf = async (token: string) =>
  (await callRoute<{ sessions: SessionDto[] }>(listSessions, { token })).body.sessions;
const isAlive = async (token: string) => (await callRoute(profile, { token })).status === 200;
const warnings = (user: User) =>
  toldToUsers.count({ where: { userId: user.id, title: "Login from a new device" } });

describe("a login from a new device", () => {
  it("is mailed and notified, once a device", async () => {
    const user = await createTestUser();
    await signIn(user, FIREFOX, "203.0.113.7");
    expect(await warnings(user)).toBe(1);
    await signIn(user, FIREFOX.replaceAll("140.0", "141.0"), "203.0.113.99");
    expect(await warnings(user)).toBe(1);
    await signIn(user, SAFARI, "203.0.113.7");
    await signIn(user, FIREFOX, "198.51.100.7");
    expect(await warnings(user)).toBe(3);
    expect((await mailsTo(user.email)).join()).toContain(
      "with Safari on iPhone from the address 203.0.113.7",
    );
  });

  it("makes no device known by a wrong password", async () => {
    const user = await createTestUser();
    await signIn(user, FIREFOX, "203.0.113.7", "wrong horse");
    expect(await warnings(user)).toBe(0);
    await signIn(user, FIREFOX, "203.0.113.7");
    expect(await warnings(user)).toBe(1);
  });
});

describe("login history", () => {
  it("lists what happened, refused attempts included, page by page and only one's own", async () => {
    const { user, token } = await signedInUser();
    await signIn(user, FIREFOX, "203.0.113.7");
    await signIn(user, SAFARI, "203.0.113.7", "wrong horse");
    await signIn(await createTestUser(), FIREFOX);
    const page = (path: string) =>
      callRoute<SignInList>(listSignIns, { token, path: `/api/user/sign-ins${path}` });
    const first = (await page("?limit=1")).body;
    expect(first.signIns).toMatchObject([
      { outcome: "wrong-password", device: "Safari on iPhone", ip: "203.0.113.7" },
    ]);
    const second = (await page(`?limit=1&cursor=${first.nextCursor}`)).body;
    expect(second).toMatchObject({
      signIns: [{ outcome: "success", device: "Firefox on Linux" }],
      nextCursor: null,
    });
    expect((await page("?cursor=x")).status).toBe(422);
    expect((await page("?limit=101")).status).toBe(422);
  });
});

describe("sessions", () => {
  it("come in pages, newest first", async () => {
    const { user, token } = await signedInUser();
    await signInAs(user);
    type Page = { sessions: SessionDto[]; nextCursor: string | null };
    const page = (query: string) =>
      callRoute<Page>(listSessions, { token, path: `/api/user/sessions${query}` });
    const whole = (await page("")).body;
    expect([whole.sessions.length, whole.nextCursor]).toEqual([2, null]);
    const first = (await page("?limit=1")).body;
    const second = (await page(`?limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.sessions, ...second.sessions]).toEqual(whole.sessions);
    expect(second.nextCursor).toBeNull();
    for (const bad of ["?limit=0", "?limit=101", "?cursor=x"]) {
      expect((await page(bad)).status).toBe(422);
    }
  });

  it("say their device and which is this one; one or all others can be ended", async () => {
    const user = await createTestUser();
    const { token } = (await signIn(user, FIREFOX)).body;
    const phone = (await signIn(user, SAFARI)).body.token;
    const third = await signInAs(user);
    const list = await sessionsOf(token);
    expect(list.map(({ device, current }) => [device, current])).toEqual([
      ["test", false],
      ["Safari on iPhone", false],
      ["Firefox on Linux", true],
    ]);
    const end = (id: string, by = token) =>
      callRoute(revokeOne, { method: "DELETE", token: by, params: { id } });
    const phoneId = list[1]?.id ?? "";
    const stranger = await signedInUser();
    expect((await end(phoneId, stranger.token)).status).toBe(404);
    expect((await end(phoneId)).status).toBe(200);
    expect((await end(phoneId)).status).toBe(404);
    expect([await isAlive(phone), await isAlive(third)]).toEqual([false, true]);

    const others = await callRoute<{ revoked: number }>(revokeOthers, { method: "DELETE", token });
    expect(others.body.revoked).toBe(1);
    expect([await isAlive(third), await isAlive(token), await isAlive(stranger.token)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await sessionsOf(token)).toHaveLength(1);
  });
});
