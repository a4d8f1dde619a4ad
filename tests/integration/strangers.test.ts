import { GET as adminSettings } from "@/app/api/admin/settings/route";
import { GET as balance } from "@/app/api/auth/balance/route";
import { POST as login } from "@/app/api/auth/login/route";
import { GET as file } from "@/app/api/files/[id]/route";
import { GET as realtime } from "@/app/api/realtime/route";
import { POST as subscribe } from "@/app/api/savings/user/create/route";
import { POST as refund } from "@/app/api/savings/user/refund/[id]/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";

const LIMIT = 600;

const expectLimited = ({ status, headers, body }: ApiResponse) => {
  expect([status, body.code]).toEqual([429, "RATE_LIMITED"]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
};

it("counts calls without a live session by address, and no others behind it", async () => {
  const { token } = await signedInUser();
  const ip = "192.0.2.82";
  for (let count = 0; count < LIMIT / 2; count += 1) {
    expect((await callRoute(balance, { ip })).status).toBe(401);
    expect((await callRoute(adminSettings, { ip, token: "forged" })).status).toBe(401);
  }
  for (const forged of [undefined, "forged"]) {
    expectLimited(await callRoute(balance, { ip, token: forged }));
  }
  expect((await callRoute(balance, { ip, token })).status).toBe(200);
  expect((await callRoute(balance, { ip: "192.0.2.83" })).status).toBe(401);
});

it("counts what anyone may read apart from logging in, and by address only those without a live session", async () => {
  const { user, token } = await signedInUser();
  const ip = "192.0.2.84";
  for (let count = 0; count < LIMIT; count += 1) {
    expect(
      (await callRoute(realtime, { ip, token: count % 2 ? "forged" : undefined })).status,
    ).toBe(200);
  }
  expectLimited(await callRoute(realtime, { ip }));
  expectLimited(await callRoute(realtime, { ip, token: "forged" }));
  expect((await callRoute(realtime, { ip, token })).status).toBe(200);
  const body = { usernameOrEmail: user.username, password: TEST_PASSWORD };
  expect((await callRoute(login, { ip, body })).status).toBe(200);
});

it("counts a user with a live session alone, however many are behind their address", async () => {
  const { token } = await signedInUser();
  const ip = "192.0.2.85";
  for (let count = 0; count < LIMIT; count += 1) {
    expect((await callRoute(realtime, { ip, token })).status).toBe(200);
  }
  expectLimited(await callRoute(realtime, { ip, token }));
  expect((await callRoute(realtime, { ip })).status).toBe(200);
});

it("counts what a user asks of the staff's endpoints too", async () => {
  const { token } = await signedInUser();
  for (let count = 0; count < LIMIT; count += 1) {
    expect((await callRoute(adminSettings, { token })).status).toBe(403);
  }
  expectLimited(await callRoute(adminSettings, { token }));
});

it("takes nobody for a stranger whose session can't be looked up", async () => {
  const { token } = await signedInUser();
  const params = { id: crypto.randomUUID() };
  expect((await callRoute(file, { token, params })).status).toBe(404);
  await testDatabase().query("ALTER TABLE session RENAME TO session_elsewhere");
  const answer = await callRoute(file, { token, params });
  await testDatabase().query("ALTER TABLE session_elsewhere RENAME TO session");
  expect([answer.status, answer.body.code]).toEqual([500, "INTERNAL"]);
  expect((await callRoute(file, { token, params })).status).toBe(404);
});

const params = { id: crypto.randomUUID() };

it.each([
  ["withdrawals in ten minutes", 300, [withdraw]],
  ["savings and their refunds in ten minutes, together", 300, [subscribe, refund]],
] as const)("limits a user's %s, to %i", async (_, limit, handlers) => {
  const { token } = await signedInUser();
  const statuses: number[] = [];
  for (let count = 0; count <= limit; count += 1) {
    const handler = handlers[count % handlers.length] ?? withdraw;
    statuses.push((await callRoute(handler, { token, params, body: "{" })).status);
  }
  expect(statuses.indexOf(429)).toBe(limit);
});
