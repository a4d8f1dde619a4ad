import { randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/withdrawals/[id]/process/route";
import { PUT as choose, GET as read } from "@/app/api/user/withdrawal-delay/route";
import { PUT as cancel } from "@/app/api/withdrawals/[id]/cancel/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { prisma } from "@/lib/platform/db";
import type { WithdrawalDelayState } from "@/lib/withdrawals/delay-schema";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

const HOUR_MS = 3_600_000;
const WITHDRAW_PASSWORD = "withdraw me";

type State = { delay: WithdrawalDelayState };
const stateOf = async (token: string) => (await callRoute<State>(read, { token })).body.delay;
const set = (token: string, hours: number, proof: object = {}) =>
  callRoute<State>(choose, { method: "PUT", token, body: { hours, ...proof } });
const PASSWORD = { password: TEST_PASSWORD };

async function funded() {
  const signedIn = await signedInUser({ withdrawPassword: WITHDRAW_PASSWORD });
  await creditUser(signedIn.user.id, 500_000_000n);
  return signedIn;
}
const ask = async (token: string) => {
  const { status, body } = await callRoute<{ withdrawal: WithdrawalDto }>(withdraw, {
    token,
    idempotencyKey: randomUUID(),
    body: {
      ...{ currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "20" },
      withdrawPassword: WITHDRAW_PASSWORD,
    },
  });
  expect(status).toBe(201);
  return body.withdrawal;
};
const approve = (token: string, id: string) =>
  callRoute(process, { method: "PUT", token, params: { id }, body: { action: "approve" } });
/** Lets the time pass for a withdrawal, or for a shorter delay. */
const waited = (id: string) =>
  asOwner().withdrawal.update({ where: { id }, data: { waitsUntil: new Date() } });

it("lets each withdrawal that is asked for from then on wait, in the database too", async () => {
  const { user, token } = await funded();
  const [admin, before] = [await signedInAdmin(), await ask(token)];
  expect(before.waitsUntil).toBeNull();
  expect((await set(token, 24)).body.delay).toEqual({ hours: 24, pending: null });
  expect((await mailsTo(user.email)).at(-1)).toContain("each withdrawal waits 24 hours");
  expect((await approve(admin.token, before.id)).status).toBe(200);

  const [waiting, cancelled] = [await ask(token), await ask(token)];
  const left = Date.parse(waiting.waitsUntil ?? "") - Date.parse(waiting.createdAt);
  expect(left).toBe(24 * HOUR_MS);
  expect(await approve(admin.token, waiting.id)).toMatchObject({
    status: 409,
    body: { code: "WITHDRAWAL_WAITS" },
  });
  await expect(
    prisma.$queryRaw`SELECT withdrawal_step(${waiting.id}::uuid, 'approve', ${admin.user.id}::uuid, 'pending', NULL, NULL, NULL, NULL, NULL)`,
  ).rejects.toThrow("WITHDRAWAL_WAITS");
  const back = { method: "PUT", token, params: { id: cancelled.id }, idempotencyKey: randomUUID() };
  expect((await callRoute(cancel, back)).status).toBe(200);
  await waited(waiting.id);
  expect((await approve(admin.token, waiting.id)).status).toBe(200);
});

it("becomes longer at once, and shorter after 24 hours with the password", async () => {
  const { user, token } = await funded();
  expect(await stateOf(token)).toEqual({ hours: 0, pending: null });
  await set(token, 72);
  expect(await set(token, 24)).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.anything()] } },
  });
  expect((await set(token, 24, { password: "guess" })).status).toBe(422);
  expect((await set(token, 12, PASSWORD)).status).toBe(422);

  const { body } = await set(token, 24, PASSWORD);
  expect(body.delay).toEqual({ hours: 72, pending: { hours: 24, at: expect.any(String) } });
  const at = Date.parse(body.delay.pending?.at ?? "");
  expect(at).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
  // Asking again, or for less of it, brings nothing forward; asking for more of it begins anew.
  await set(token, 24, PASSWORD);
  expect((await stateOf(token)).pending).toEqual(body.delay.pending);
  expect((await set(token, 48, PASSWORD)).body.delay.pending).toEqual({
    ...body.delay.pending,
    hours: 48,
  });
  expect(Date.parse((await set(token, 0, PASSWORD)).body.delay.pending?.at ?? "")).toBeGreaterThan(
    at,
  );
  expect((await set(token, 72)).body.delay).toEqual({ hours: 72, pending: null });

  await set(token, 0, PASSWORD);
  expect((await ask(token)).waitsUntil).not.toBeNull();
  await asOwner().withdrawalDelay.update({
    where: { userId: user.id },
    data: { nextAt: new Date() },
  });
  expect(await stateOf(token)).toEqual({ hours: 0, pending: null });
  expect((await ask(token)).waitsUntil).toBeNull();
});

it("is written by its function alone", async () => {
  const { user, token } = await funded();
  await set(token, 24);
  await expect(
    prisma.withdrawalDelay.update({ where: { userId: user.id }, data: { hours: 0 } }),
  ).rejects.toThrow("permission denied");
  const { id } = await ask(token);
  await expect(
    prisma.withdrawal.update({ where: { id }, data: { waitsUntil: null } }),
  ).rejects.toThrow("permission denied");
});
