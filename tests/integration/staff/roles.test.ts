import { randomUUID } from "node:crypto";
import { PUT as decideApproval } from "@/app/api/admin/approvals/[id]/process/route";
import { POST as reverseDeposit } from "@/app/api/admin/deposits/[id]/reverse/route";
import { GET as deposit } from "@/app/api/admin/deposits/[id]/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { POST as houseTransfer } from "@/app/api/admin/house/transfers/route";
import { DELETE as remove, PUT as update } from "@/app/api/admin/staff/roles/[id]/route";
import { POST as create, GET as list } from "@/app/api/admin/staff/roles/route";
import { PUT as manage } from "@/app/api/admin/users/[id]/manage-balance/route";
import { PUT as giveRights } from "@/app/api/admin/users/[id]/rights/route";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { ALL_PERMISSIONS, BUILT_IN_ROLES } from "@/lib/sessions/permission-rules";
import { updateSettings } from "@/lib/site/mutations";
import type { RoleDto } from "@/lib/staff/role-schema";
import { reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { decideDeposit } from "./desk-support";
import { fundTreasury } from "./support";

const password = TEST_PASSWORD;
const nameOf = () => `Role ${randomUUID().slice(0, 8)}`;

async function makeRole(permissions: string[], limits: Record<string, string> = {}) {
  const { token } = await signedInAdmin();
  const { body } = await callRoute<{ role: RoleDto }>(create, {
    token,
    body: { name: nameOf(), permissions, limits, password },
    idempotencyKey: randomUUID(),
  });
  return { token, role: body.role };
}

const change = (token: string, role: RoleDto, body: object) =>
  callRoute<{ role: RoleDto }>(update, {
    method: "PUT",
    token,
    params: { id: role.id },
    body: { limits: role.limits, seen: role.updatedAt, password, ...body },
  });

/** A new member of staff with a role. */
async function memberOf(token: string, roleId: string) {
  const member = await signedInUser();
  const given = await callRoute(giveRights, {
    method: "PUT",
    token,
    params: { id: member.user.id },
    body: { roleId, password },
  });
  expect(given.status).toBe(200);
  return member;
}

const add = (token: string, id: string, amount: string) =>
  callRoute<{ message: string; limit?: string }>(manage, {
    method: "PUT",
    token,
    params: { id },
    body: { amount, operation: "add", currency: "USDT", reason: "Goodwill for the wait" },
    idempotencyKey: randomUUID(),
  });

const builtIn = (key: string) => prisma.staffRole.findUniqueOrThrow({ where: { key } });
const storedRights = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });

describe("roles", () => {
  it("are four that every site has, of permissions that exist", async () => {
    const { token } = await signedInAdmin({ permissions: ["users"] });
    const { body } = await callRoute<{ roles: RoleDto[] }>(list, { token });
    const four = body.roles.filter(({ key }) => key !== null);
    expect(four.map(({ key }) => key).sort()).toEqual([...BUILT_IN_ROLES].sort());
    const known = new Set<string>(["*", ...ALL_PERMISSIONS]);
    expect(four.flatMap(({ permissions }) => permissions).filter((one) => !known.has(one))).toEqual(
      [],
    );
  });

  it("are made by full administrators with their password, and audited", async () => {
    const { role } = await makeRole(["deposits.confirm", "deposits.read"], {
      "deposits.confirm": "500",
    });
    expect(role).toMatchObject({
      permissions: ["deposits.read", "deposits.confirm"],
      limits: { "deposits.confirm": "500.000000" },
      members: 0,
    });
    const entry = await prisma.auditEntry.findFirstOrThrow({ where: { targetId: role.id } });
    expect(entry).toMatchObject({ action: "role.create", after: { name: role.name } });
    const post = async (token: string, body: object) =>
      (await callRoute(create, { token, body, idempotencyKey: randomUUID() })).status;
    const input = { name: nameOf(), permissions: ["users.read"], password };
    const { token } = await signedInAdmin();
    expect(await post(token, { ...input, password: "wrong" })).toBe(422);
    expect(await post(token, { ...input, permissions: ["*"] })).toBe(422);
    expect(await post(token, { ...input, name: role.name })).toBe(422);
    const { token: other } = await signedInAdmin({ permissions: ["users", "settings", "read"] });
    expect(await post(other, input)).toBe(403);
  });

  it("give their members what they become, at once", async () => {
    const { token, role } = await makeRole(["users.read"]);
    const member = await memberOf(token, role.id);
    const seen = async () => (await callRoute(deposits, { token: member.token })).status;
    expect(await seen()).toBe(403);
    const { body } = await change(token, role, { permissions: ["users.read", "deposits.read"] });
    expect(await seen()).toBe(200);
    expect((await storedRights(member.user.id)).permissions).toEqual(body.role.permissions);
    expect((await change(token, role, {})).status).toBe(409);
    const gone = await callRoute(remove, {
      method: "DELETE",
      token,
      params: { id: role.id },
      body: { password },
    });
    expect(gone).toMatchObject({ status: 409, body: { code: "ROLE_IN_USE" } });
  });

  it("of which nobody is a member can be removed", async () => {
    const { token, role } = await makeRole(["users.read"]);
    const options = { method: "DELETE", token, params: { id: role.id }, body: { password } };
    expect((await callRoute(remove, options)).status).toBe(200);
    expect((await callRoute(remove, options)).status).toBe(404);
  });

  it("that are built in change their limits only", async () => {
    const { token } = await signedInAdmin();
    const { body } = await callRoute<{ roles: RoleDto[] }>(list, { token });
    const find = (key: string) => body.roles.find((role) => role.key === key)!;
    const clerk = find("payments");
    const limited = await change(token, clerk, { limits: { "deposits.confirm": "800" } });
    expect(limited.body.role.limits).toEqual({ "deposits.confirm": "800.000000" });
    expect((await change(token, limited.body.role, { permissions: ["users.read"] })).status).toBe(
      403,
    );
    expect((await change(token, limited.body.role, { name: "Another" })).status).toBe(403);
    expect((await change(token, limited.body.role, { limits: {} })).status).toBe(200);
  });

  it("change in the database with an audit entry only", async () => {
    const { token, role } = await makeRole(["users.read"]);
    const member = await memberOf(token, role.id);
    const administrator = await builtIn("administrator");
    const attempts = [
      () =>
        prisma.staffRole.update({
          where: { id: role.id },
          data: { permissions: ["house.transfer"] },
        }),
      () => prisma.staffRole.create({ data: { name: nameOf(), permissions: ["users.read"] } }),
      () =>
        prisma.user.update({
          where: { id: member.user.id },
          data: { staffRoleId: administrator.id },
        }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow();
    expect((await storedRights(member.user.id)).permissions).toEqual(["users.read"]);
  });

  it("leave rights of before as they were, and end where somebody is given others", async () => {
    const { token, role } = await makeRole(["users.read"]);
    const { user: before } = await signedInAdmin({ permissions: ["finance", "read"] });
    expect(await storedRights(before.id)).toMatchObject({
      staffRoleId: null,
      permissions: ["finance", "read"],
    });
    const member = await memberOf(token, role.id);
    await asOwner().user.update({
      where: { id: member.user.id },
      data: { permissions: ["content"] },
    });
    expect(await storedRights(member.user.id)).toMatchObject({
      staffRoleId: null,
      permissions: ["content"],
    });
    await asOwner().user.update({ where: { id: member.user.id }, data: { isAdmin: false } });
    expect(await storedRights(member.user.id)).toMatchObject({ staffRoleId: null });
  });
});

describe("the limit of a role", () => {
  beforeEach(() => fundTreasury());

  it("refuses what is above it and says how much it is, also of two at once", async () => {
    const { token, role } = await makeRole(["balances.adjust"], { "balances.adjust": "100" });
    const clerk = await memberOf(token, role.id);
    const { user } = await signedInUser();
    const above = await Promise.all([
      add(clerk.token, user.id, "100.000001"),
      add(clerk.token, user.id, "5000"),
    ]);
    for (const { status, body } of above) {
      expect([status, body.code, body.limit]).toEqual([403, "ABOVE_ROLE_LIMIT", "100.000000"]);
      expect(body.message).toContain("100 USDT");
    }
    expect((await add(clerk.token, user.id, "100")).status).toBe(200);
    expect(await prisma.balanceAdjustment.count({ where: { userId: user.id } })).toBe(1);
  });

  it("holds in the database, whoever calls it", async () => {
    const { token, role } = await makeRole(["balances.adjust"], { "balances.adjust": "100" });
    const clerk = await memberOf(token, role.id);
    const { user } = await signedInUser();
    const outcome = prisma.$queryRaw`
      SELECT adjustment_apply(${randomUUID()}::uuid, ${user.id}::uuid, 'USDT', 'add', 100000001::bigint,
        'Goodwill', ${clerk.user.id}::uuid, NULL, NULL)`;
    const refused = await outcome.catch(toAppError);
    expect(refused).toMatchObject({ code: "ABOVE_ROLE_LIMIT" });
  });
});

describe("the limit of a role, where it takes two,", () => {
  const key = () => ({ idempotencyKey: randomUUID() });
  type Waiting = { approval: ApprovalDto };
  const approve = (member: { token: string }, { approval }: Waiting) =>
    callRoute<Waiting & { limit?: string }>(decideApproval, {
      method: "PUT",
      token: member.token,
      params: { id: approval.id },
      body: { action: "approve" },
      ...key(),
    });
  /** A member of staff who may approve, and who may use a permission up to 100 USDT. */
  async function upTo100(permission: string) {
    const { token, role } = await makeRole(
      ["approvals.read", "approvals.decide", "deposits.read", "house.read", permission],
      { [permission]: "100" },
    );
    return memberOf(token, role.id);
  }
  const REFUSED = { status: 403, body: { code: "ABOVE_ROLE_LIMIT", limit: "100.000000" } };
  const statusOf = async ({ approval }: Waiting) =>
    (await prisma.approval.findUniqueOrThrow({ where: { id: approval.id } })).status;

  beforeAll(async () => {
    await fundTreasury();
    await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "50" });
  });
  afterAll(() => updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "0" }));

  it("binds whoever approves, and what they may not approve goes on waiting", async () => {
    const [asking, approving] = [await signedInAdmin(), await upTo100("balances.adjust")];
    const { user } = await signedInUser();
    const asked = (await add(asking.token, user.id, "100.000001")).body as unknown as Waiting;
    expect(await approve(approving, asked)).toMatchObject(REFUSED);
    expect(await statusOf(asked)).toBe("pending");
    expect(await prisma.balanceAdjustment.count({ where: { userId: user.id } })).toBe(0);
    expect((await approve(await signedInAdmin(), asked)).status).toBe(200);
    const within = (await add(asking.token, user.id, "100")).body as unknown as Waiting;
    expect((await approve(approving, within)).status).toBe(200);
  });

  it("binds a transfer of the house, inside and to the outside, whoever asks and approves", async () => {
    const [asking, clerk] = [await signedInAdmin(), await upTo100("house.transfer")];
    const send = (token: string, to: string, amount: string) =>
      callRoute<Waiting>(houseTransfer, {
        token,
        body: {
          from: "treasury",
          to,
          currency: "USDT",
          amount,
          reason: "For the week",
          reference: "1",
        },
        ...key(),
      });
    const count = () => prisma.houseTransfer.count();
    const before = await count();
    for (const to of ["interest", "external"]) {
      expect(await send(clerk.token, to, "100.000001")).toMatchObject(REFUSED);
    }
    const asked = (await send(asking.token, "external", "100.000001")).body;
    expect(await approve(clerk, asked)).toMatchObject(REFUSED);
    expect([await statusOf(asked), await count()]).toEqual(["pending", before]);
    expect((await send(clerk.token, "interest", "100")).status).toBe(201);
    expect((await approve(await signedInAdmin(), asked)).status).toBe(200);
  });

  it("binds the reversal of a deposit, whoever asks and approves", async () => {
    const [asking, clerk] = [await signedInAdmin(), await upTo100("deposits.reverse")];
    const owner = await signedInUser();
    const reported = await reportDeposit(owner.token, await createWalletRow(), { amount: "101" });
    const { id } = reported.body.deposit;
    await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "0" });
    expect((await decideDeposit(asking.token, id, { action: "confirm" })).status).toBe(200);
    await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "50" });
    const reverse = (token: string) =>
      callRoute<Waiting>(reverseDeposit, {
        token,
        params: { id },
        body: { reason: "Credited to the wrong person" },
        ...key(),
      });
    expect(await reverse(clerk.token)).toMatchObject(REFUSED);
    const asked = (await reverse(asking.token)).body;
    expect(await approve(clerk, asked)).toMatchObject(REFUSED);
    expect(await statusOf(asked)).toBe("pending");
    const status = async () => (await prisma.deposit.findUniqueOrThrow({ where: { id } })).status;
    expect(await status()).toBe("completed");
    expect((await approve(await signedInAdmin(), asked)).status).toBe(200);
    expect(await status()).toBe("reversed");
  });
});

describe("support", () => {
  it("sees what state a deposit is in, without its whole address, hash and file", async () => {
    const { token } = await signedInAdmin();
    const helper = await memberOf(token, (await builtIn("support")).id);
    const owner = await signedInUser();
    const reported = await reportDeposit(owner.token, await createWalletRow());
    const { id, address } = reported.body.deposit;
    const read = { token: helper.token, params: { id } };
    const { status, body } = await callRoute<{ deposit: Record<string, unknown> }>(deposit, read);
    expect([status, body.deposit.status]).toEqual([200, "pending"]);
    expect(body.deposit.address).toBe(`${address.slice(0, 4)}…${address.slice(-4)}`);
    const file = await callRoute(deposits, {
      token: helper.token,
      path: "/api/admin/deposits?format=csv",
    });
    expect(file.status).toBe(403);
  });
});
