import { GET as adminSettings } from "@/app/api/admin/settings/route";
import { GET as balance } from "@/app/api/auth/balance/route";
import { signedInUser } from "@/tests/factories/users";
import { type ApiAnswer, callRoute } from "@/tests/support/api";

const LIMIT = 600;

const expectLimited = ({ status, headers, body }: ApiAnswer) => {
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

it("counts what a user asks of the staff's endpoints too", async () => {
  const { token } = await signedInUser();
  for (let count = 0; count < LIMIT; count += 1) {
    expect((await callRoute(adminSettings, { token })).status).toBe(403);
  }
  expectLimited(await callRoute(adminSettings, { token }));
});
