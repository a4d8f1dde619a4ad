import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { PUT as resetByStaff } from "@/app/api/admin/users/[id]/reset-withdraw-password/route";
import { GET as userDetail } from "@/app/api/admin/users/[id]/route";
import { PUT as change } from "@/app/api/user/change-withdraw-password/route";
import { GET as security } from "@/app/api/user/security/route";
import { PUT as setFirst } from "@/app/api/user/set-withdraw-password/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { GET as terms } from "@/app/api/withdrawals/terms/route";
import type { User } from "@/lib/generated/prisma/client";
import { askingForWithdrawal } from "@/lib/ledger/withdrawals";
import { prisma } from "@/lib/platform/db";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";

const ONE_TIME = "handed over once";
const OWN = "only mine to know";
const REQUIRED = { status: 403, body: { code: "WITHDRAW_PASSWORD_CHANGE_REQUIRED" } };

let staff: string;
beforeAll(async () => {
  staff = (await signedInAdmin()).token;
});

const request = { currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20, amount: "100" };
const put = (route: typeof change, token: string, body: object) =>
  callRoute(route, { method: "PUT", token, body });
const reset = async (user: User) => {
  const body = { newWithdrawPassword: ONE_TIME, reason: "Asked for by phone" };
  const params = { id: user.id };
  expect(
    (await callRoute(resetByStaff, { method: "PUT", token: staff, params, body })).status,
  ).toBe(200);
};
const ask = (token: string, withdrawPassword: string) =>
  callRoute(withdraw, { token, body: { ...request, withdrawPassword } });
const replace = (token: string, chosen = OWN, current = ONE_TIME) =>
  put(change, token, { currentWithdrawPassword: current, newWithdrawPassword: chosen });
const rowOf = ({ id }: User) => prisma.user.findUniqueOrThrow({ where: { id } });
/** Lets the holds end that the changes of passwords begin. */
const endHolds = ({ id }: User) =>
  asOwner().user.update({ where: { id }, data: { withdrawalsHeldUntil: null } });

/** Somebody with money whose withdrawal password, the first or another, support set. */
async function withOneTime(withdrawPassword?: string) {
  const { user, token } = await signedInUser({ withdrawPassword });
  await creditUser(user.id, 1_000_000_000n);
  await reset(user);
  await endHolds(user);
  return { user, token };
}

it.each([
  ["the first", undefined],
  ["another", "one of before"],
])(
  "pays nothing out, whoever knows it, until its owner has chosen their own: %s",
  async (_which, before) => {
    const { user, token } = await withOneTime(before);
    expect(await ask(token, ONE_TIME)).toMatchObject(REQUIRED);
    expect((await ask(token, "a guess of mine")).body).toMatchObject({
      code: "WITHDRAW_PASSWORD_INCORRECT",
    });
    const { withdrawPasswordHash } = await rowOf(user);
    const fields = { userId: user.id, amountMicro: 100_000_000n, feeMicro: 0n, sessionId: null };
    const checkedHash = withdrawPasswordHash ?? "";
    await expect(
      askingForWithdrawal(randomUUID()).hold({
        ...{ ...request, ...fields, checkedHash },
        savedAs: request.address,
      }),
    ).rejects.toMatchObject({ code: "WITHDRAW_PASSWORD_CHANGE_REQUIRED" });

    expect((await replace(token)).status).toBe(200);
    expect((await ask(token, OWN)).body).toMatchObject({ code: "WITHDRAWALS_ON_HOLD" });
    await endHolds(user);
    expect((await ask(token, ONE_TIME)).body).toMatchObject({
      code: "WITHDRAW_PASSWORD_INCORRECT",
    });
    expect((await ask(token, OWN)).status).toBe(201);
  },
);

it("is replaced by whoever it was handed to, with another one than it", async () => {
  const { token } = await withOneTime("one of before");
  expect(
    await put(setFirst, token, { password: TEST_PASSWORD, withdrawPassword: OWN }),
  ).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(await replace(token, OWN, "one of before")).toMatchObject({
    status: 422,
    body: { code: "WITHDRAW_PASSWORD_INCORRECT", message: "Incorrect withdrawal password" },
  });
  expect(await replace(token, ONE_TIME)).toMatchObject({
    status: 422,
    body: { errors: { newWithdrawPassword: ["Choose another password than the one you have"] } },
  });
  expect(await ask(token, ONE_TIME)).toMatchObject(REQUIRED);
});

it("is over after its 24 hours, until support sets another", async () => {
  const { user, token } = await withOneTime();
  const hours =
    ((await rowOf(user)).oneTimeWithdrawPasswordUntil!.getTime() - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  const oneTimeWithdrawPasswordUntil = new Date(Date.now() - 1);
  await asOwner().user.update({ where: { id: user.id }, data: { oneTimeWithdrawPasswordUntil } });
  expect(await replace(token)).toMatchObject({
    status: 422,
    body: { message: "This one-time withdrawal password is too old. Ask support for another." },
  });
  await reset(user);
  expect((await replace(token)).status).toBe(200);
});

it("is said to its owner and to staff, until when, and no longer once it is replaced", async () => {
  const { user, token } = await withOneTime();
  type Said = { oneTimeWithdrawPasswordUntil: string | null };
  const said = async () => {
    const [{ body: forUser }, { body: forPayment }, { body: forStaff }] = await Promise.all([
      callRoute<{ security: Said }>(security, { token }),
      callRoute<{ terms: Said }>(terms, { token }),
      callRoute<{ user: Said }>(userDetail, { token: staff, params: { id: user.id } }),
    ]);
    return [forUser.security, forPayment.terms, forStaff.user].map(
      ({ oneTimeWithdrawPasswordUntil }) => oneTimeWithdrawPasswordUntil,
    );
  };
  const until = (await rowOf(user)).oneTimeWithdrawPasswordUntil!.toISOString();
  expect(await said()).toEqual([until, until, until]);
  await replace(token);
  expect(await said()).toEqual([null, null, null]);
});

it("is what an upgrade makes of those that staff set before and that are still in use", async () => {
  const [inUse, replaced, own] = [
    await withOneTime(),
    await withOneTime("one of before"),
    await signedInUser({ withdrawPassword: OWN }),
  ];
  const later = new Date(Date.now() + 120_000);
  await asOwner().user.update({
    where: { id: replaced.user.id },
    data: { withdrawPasswordChangedAt: later },
  });
  await asOwner().user.updateMany({ data: { oneTimeWithdrawPasswordUntil: null } });
  const [, migration] = readFileSync(
    "prisma/migrations/20261127190000_one_time_withdraw_password/migration.sql",
    "utf8",
  ).split("ADD COLUMN one_time_withdraw_password_until timestamptz(3);");
  await testDatabase().query(migration ?? "");
  const until = async ({ user }: { user: User }) =>
    (await rowOf(user)).oneTimeWithdrawPasswordUntil?.getTime() ?? null;
  expect(await until(inUse)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  expect([await until(replaced), await until(own)]).toEqual([null, null]);
});
