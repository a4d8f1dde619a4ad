import { GET as overview } from "@/app/api/admin/overview/route";
import { GET as staff } from "@/app/api/admin/staff/route";
import { PUT as change, GET as read } from "@/app/api/admin/users/[id]/rights/route";
import { GET as users } from "@/app/api/admin/users/route";
import { approvalKinds } from "@/lib/approvals/schema";
import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import {
  ALL_PERMISSIONS,
  may,
  type Permission,
  STAFF_AREAS,
} from "@/lib/sessions/permission-rules";
import type { RightsDto, StaffMembers } from "@/lib/staff/rights-schema";
import { setActive } from "@/lib/staff/user-access";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import { auditOf } from "./support";

const path = (id: string) => `/api/admin/users/${id}/rights`;

const changeRights = (token: string | undefined, id: string, permissions: string[], more = {}) =>
  callRoute<{ rights: RightsDto }>(change, {
    method: "PUT",
    path: path(id),
    params: { id },
    token,
    body: { permissions, password: TEST_PASSWORD, ...more },
  });

const rightsOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });
const statusOf = async (token: string, handler: typeof users) =>
  (await callRoute(handler, { token })).status;

/** Leaves these as the only full administrators. */
async function onlyFullAdmins(...admins: User[]): Promise<void> {
  await asOwner().user.updateMany({
    where: { isAdmin: true, id: { notIn: admins.map(({ id }) => id) } },
    data: { permissions: ["read"] },
  });
}

describe("PUT /api/admin/users/{id}/rights", () => {
  it("makes a member of staff, changes the areas and takes them away, at once for live sessions", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user, token: theirs } = await signedInUser();
    expect(await statusOf(theirs, users)).toBe(403);

    const made = await changeRights(token, user.id, ["support", "users"]);
    expect(made).toMatchObject({
      status: 200,
      body: { rights: { isStaff: true, permissions: ["users", "support"] } },
    });
    expect([await statusOf(theirs, users), await statusOf(theirs, overview)]).toEqual([200, 403]);

    await changeRights(token, user.id, ["read", "*"], { current: ["support", "users"] });
    expect((await rightsOf(user.id)).permissions).toEqual(["*"]);
    expect([await statusOf(theirs, users), await statusOf(theirs, overview)]).toEqual([200, 200]);

    await changeRights(token, user.id, []);
    expect(await rightsOf(user.id)).toMatchObject({ isAdmin: false, permissions: [] });
    expect(await statusOf(theirs, users)).toBe(403);

    expect(await auditOf(user.id)).toMatchObject([
      {
        action: "user.rights",
        actorId: admin.id,
        before: { permissions: [] },
        after: { permissions: ["users", "support"] },
      },
      { before: { permissions: ["users", "support"] }, after: { permissions: ["*"] } },
      { before: { permissions: ["*"] }, after: { permissions: [] } },
    ]);
    const notices = await toldToUsers.findMany({ where: { userId: user.id } });
    expect(notices.map(({ title }) => title)).toEqual(Array(3).fill("Staff rights changed"));
  });

  it("changes nothing the second time", async () => {
    const { token } = await signedInAdmin();
    const { user } = await signedInUser();
    await changeRights(token, user.id, ["read"]);
    expect((await changeRights(token, user.id, ["read"])).status).toBe(200);
    expect(await auditOf(user.id)).toHaveLength(1);
  });

  it("refuses oneself, and everybody without full rights", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { token: users_ } = await signedInAdmin({ permissions: ["users", "read", "settings"] });
    const { user } = await signedInUser();
    expect((await changeRights(token, admin.id, ["read"])).status).toBe(403);
    expect((await changeRights(users_, user.id, ["read"])).status).toBe(403);
    expect((await rightsOf(user.id)).isAdmin).toBe(false);
  });

  it.each([
    ["no password", { password: "" }, "password"],
    ["a wrong password", { password: "wrong" }, "password"],
  ])("refuses %s", async (_name, more, field) => {
    const { token } = await signedInAdmin();
    const { user } = await signedInUser();
    const answer = await changeRights(token, user.id, ["read"], more);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field]);
    expect((await rightsOf(user.id)).isAdmin).toBe(false);
  });

  it("refuses an area that does not exist", async () => {
    const { token } = await signedInAdmin();
    const { user } = await signedInUser();
    expect((await changeRights(token, user.id, ["root"])).status).toBe(422);
  });

  it("asks for the code of whoever has two-factor", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { user } = await signedInUser();
    await asOwner().user.update({
      where: { id: admin.id },
      data: { twoFactorEnabledAt: new Date(), twoFactorSecret: "never read" },
    });
    const answer = await changeRights(token, user.id, ["read"]);
    expect(answer).toMatchObject({ status: 401, body: { code: "TOTP_REQUIRED" } });
  });

  it("does not overwrite what a colleague did in the meantime", async () => {
    const { token } = await signedInAdmin();
    const { user } = await signedInUser();
    await changeRights(token, user.id, ["support"]);
    const late = await changeRights(token, user.id, ["finance"], { current: [] });
    expect(late).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect((await rightsOf(user.id)).permissions).toEqual(["support"]);
  });

  it("does not know nobody", async () => {
    const { token } = await signedInAdmin();
    expect((await changeRights(token, crypto.randomUUID(), ["read"])).status).toBe(404);
  });
});

describe("the last full administrator", () => {
  it("stays when two remove each other at once", async () => {
    const [a, b] = [await signedInAdmin(), await signedInAdmin()];
    await onlyFullAdmins(a.user, b.user);
    const answers = await Promise.all([
      changeRights(a.token, b.user.id, []),
      changeRights(b.token, a.user.id, ["read"]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = await prisma.user.count({ where: { isAdmin: true, permissions: { has: "*" } } });
    expect(left).toBe(1);
  });

  it("stays when two switch each other off at once", async () => {
    const [a, b] = [await signedInAdmin(), await signedInAdmin()];
    await onlyFullAdmins(a.user, b.user);
    // Past the gate, where the one who is switched off first would be turned away.
    const actor = ({ user }: typeof a) => ({ id: user.id, name: user.username });
    const outcomes = await Promise.allSettled([
      setActive(actor(a), b.user.id, { isActive: false, reason: "Leaves" }),
      setActive(actor(b), a.user.id, { isActive: false, reason: "Leaves" }),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map((error) => toAppError(error).code)).toEqual(["FORBIDDEN"]);
  });

  it("stays when whatever code writes two of them at once", async () => {
    const [a, b] = [await signedInAdmin(), await signedInAdmin()];
    await onlyFullAdmins(a.user, b.user);
    const outcomes = await Promise.allSettled([
      asOwner().user.update({ where: { id: a.user.id }, data: { permissions: ["read"] } }),
      asOwner().user.update({ where: { id: b.user.id }, data: { isActive: false } }),
    ]);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map((error) => toAppError(error).code)).toEqual(["LAST_FULL_ADMIN"]);
  });
});

describe("a permission", () => {
  it("is held in the database by whoever holds it in the application", async () => {
    const actions = ALL_PERMISSIONS.filter((one) => !one.endsWith(".read"));
    const holders = ["*", ...STAFF_AREAS, ...ALL_PERMISSIONS];
    const rows = await asOwner().$queryRaw<{ held: string; wanted: string; is_held: boolean }[]>`
      SELECT held, wanted, staff_may(ARRAY[held], wanted) AS is_held
      FROM unnest(${holders}::text[]) held, unnest(${actions}::text[]) wanted`;
    expect(rows).toHaveLength(holders.length * actions.length);
    const other = rows.filter(
      ({ held, wanted, is_held }) =>
        may({ isAdmin: true, permissions: [held] }, wanted as Permission) !== is_held,
    );
    expect(other).toEqual([]);
  });

  it("is needed of both who do what can take two people", async () => {
    const rows = await asOwner().$queryRaw<{ kind: string; needed: string | null }[]>`
      SELECT kind, approval_permission(kind) AS needed
      FROM unnest(${[...approvalKinds]}::text[]) kind`;
    const unknown = rows.filter(
      ({ needed }) => !ALL_PERMISSIONS.some((one) => one === needed && !one.endsWith(".read")),
    );
    expect(unknown).toEqual([]);
  });
});

describe("who is staff", () => {
  it("is listed page by page, and shown for one user", async () => {
    const { token } = await signedInAdmin();
    const { user: reader, token: readers } = await signedInAdmin({ permissions: ["read"] });
    const { user: customer } = await signedInUser();
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = `?limit=2${cursor && `&cursor=${cursor}`}`;
      const { body } = await callRoute<StaffMembers>(staff, {
        token: readers,
        path: `/api/admin/staff${query}`,
      });
      seen.push(...body.staff.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toContain(reader.id);
    expect(seen).not.toContain(customer.id);
    expect(new Set(seen).size).toBe(await prisma.user.count({ where: { isAdmin: true } }));
    const one = async (id: string) =>
      (await callRoute<{ rights: RightsDto }>(read, { token, params: { id } })).body.rights;
    expect(await one(reader.id)).toMatchObject({ isStaff: true, permissions: ["read"] });
    expect(await one(customer.id)).toMatchObject({ isStaff: false, permissions: [] });
  });
});
