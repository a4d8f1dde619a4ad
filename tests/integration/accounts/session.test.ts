import { POST as logout } from "@/app/api/auth/logout/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import type { UserDto } from "@/lib/accounts/schema";
import { revokeSession, roomsOfSessions } from "@/lib/sessions/mutations";
import { decodeSessionToken, sessionCookieName } from "@/lib/sessions/token";
import { createTestUser, signedInAdmin, signedInUser, signInAs } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

describe("a session", () => {
  it("shows its owner, without anything secret", async () => {
    const { user, token } = await signedInUser();
    const { status, body } = await callRoute<{ user: UserDto }>(profile, { token });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id: user.id, username: user.username, isAdmin: false });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret/i);
  });

  it("does not exist without a token, with a made-up one, or by cookie alone", async () => {
    const { token } = await signedInUser();
    const cookie = `${sessionCookieName()}=${token}`;
    for (const options of [{}, { token: "made-up" }, { headers: { cookie } }]) {
      const { status, body } = await callRoute(profile, options);
      expect({ status, body }).toEqual({
        status: 401,
        body: {
          success: false,
          code: "SESSION_EXPIRED",
          message: "Session expired. Please login again.",
        },
      });
    }
  });

  it("gives a browser that lost its cookie the cookie again, and only then", async () => {
    const { token } = await signedInUser();
    const without = await callRoute(profile, { token });
    expect(without.headers.get("set-cookie")).toContain(`${sessionCookieName()}=${token};`);
    expect(without.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
    const cookie = `${sessionCookieName()}=${token}`;
    const beside = await callRoute(profile, { token, headers: { cookie } });
    expect(beside.headers.get("set-cookie")).toBeNull();
  });

  it("has rights, asked for with others, as long as it is live", async () => {
    const [plain, staff, ended] = [
      await signedInUser(),
      await signedInAdmin(),
      await signedInUser(),
    ];
    const ids = await Promise.all(
      [plain, staff, ended].map(async ({ token }) => (await decodeSessionToken(token))!.sessionId),
    );
    await revokeSession(ended.user.id, ids[2]!, "test");
    expect([...(await roomsOfSessions(ids)).keys()].sort()).toEqual(ids.slice(0, 2).sort());
    expect((await roomsOfSessions(ids)).get(ids[1]!)).toContain("admins");
    expect(await roomsOfSessions([])).toEqual(new Map());
  });

  it("takes a malformed cookie for none", async () => {
    const { token } = await signedInUser();
    const headers = { cookie: `${sessionCookieName()}=%` };
    const answer = await callRoute(profile, { token, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toContain(`${sessionCookieName()}=${token};`);
  });

  it("ends with logging out, alone, and clears the cookie", async () => {
    const user = await createTestUser();
    const [phone, laptop] = [await signInAs(user), await signInAs(user)];
    const answer = await callRoute(logout, { method: "POST", token: phone });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(/=; .*Max-Age=0/);
    expect((await callRoute(profile, { token: phone })).status).toBe(401);
    expect((await callRoute(profile, { token: laptop })).status).toBe(200);
  });

  it("takes its cookie along when it is logged out of a second time, but not without its token", async () => {
    const { token } = await signedInUser();
    await callRoute(logout, { method: "POST", token });
    const cookie = `${sessionCookieName()}=${token}`;
    const again = await callRoute(logout, { method: "POST", token, headers: { cookie } });
    expect(again.status).toBe(401);
    expect(again.headers.get("set-cookie")).toMatch(/=; .*Max-Age=0/);
    const alone = await callRoute(logout, { method: "POST", headers: { cookie } });
    expect(alone.status).toBe(401);
    expect(alone.headers.get("set-cookie")).toBeNull();
  });
});
