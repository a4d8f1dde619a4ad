import { PUT as toggle } from "@/app/api/admin/users/[id]/toggle-status/route";
import { GET as audit } from "@/app/api/user/audit/route";
import { GET as read, PUT as write } from "@/app/api/user/preferences/route";
import type { Preferences } from "@/lib/accounts/preferences-schema";
import type { OwnAuditList } from "@/lib/audit/own-schema";
import { signedInAdmin, signedInUser, signInAs } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

type Answer = { preferences: Preferences };

describe("preferences", () => {
  const DEFAULTS = {
    theme: "system",
    colourMode: "default",
    hideBalances: false,
    times: "local",
    language: "en",
  };
  const put = (token: string, body: object) =>
    callRoute<Answer>(write, { method: "PUT", token, body });

  it("are kept per user; what is absent stays", async () => {
    const [one, two] = await Promise.all([signedInUser(), signedInUser()]);
    expect((await callRoute<Answer>(read, { token: one.token })).body.preferences).toEqual(
      DEFAULTS,
    );
    await put(one.token, { theme: "dark", hideBalances: true, times: "utc" });
    const { body } = await put(one.token, { colourMode: "blue-orange" });
    expect(body.preferences).toEqual({
      theme: "dark",
      colourMode: "blue-orange",
      hideBalances: true,
      times: "utc",
      language: "en",
    });
    expect((await callRoute<Answer>(read, { token: two.token })).body.preferences).toEqual(
      DEFAULTS,
    );
  });

  it.each([
    [{}],
    [{ theme: "pink" }],
    [{ hideBalances: "yes" }],
    [{ times: "Europe/Berlin" }],
    [{ isAdmin: true }],
  ])("refuse %j", async (body) => {
    const { token } = await signedInUser();
    expect((await put(token, body)).status).toBe(422);
  });
});

describe("what support did", () => {
  it("can be read by whom it was done to, without the name of who did it", async () => {
    const [{ user, token: first }, admin, other] = await Promise.all([
      signedInUser(),
      signedInAdmin(),
      signedInUser(),
    ]);
    for (const isActive of [false, true]) {
      const params = { id: user.id };
      await callRoute(toggle, { method: "PUT", token: admin.token, params, body: { isActive } });
    }
    expect((await callRoute(audit, { token: first })).status).toBe(401);
    const token = await signInAs(user);
    const page = (query: string) =>
      callRoute<OwnAuditList>(audit, { token, path: `/api/user/audit${query}` });
    const newest = (await page("?limit=1")).body;
    expect(newest.entries).toMatchObject([
      { action: "user.activate", by: "support", after: { isActive: true } },
    ]);
    const older = (await page(`?limit=1&cursor=${newest.nextCursor}`)).body;
    expect(older).toMatchObject({ entries: [{ action: "user.deactivate" }], nextCursor: null });
    expect(JSON.stringify([newest, older])).not.toContain(admin.user.username);
    expect((await page("?cursor=abc")).status).toBe(422);
    const foreign = await callRoute<OwnAuditList>(audit, { token: other.token });
    expect(foreign.body.entries).toEqual([]);
  });
});
