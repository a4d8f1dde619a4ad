import { GET as list } from "@/app/api/admin/audit/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { GET as file } from "@/app/api/files/[id]/route";
import { apiRoutes } from "@/app/api/manifest";
import type { AuditList } from "@/lib/audit/schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { reportDeposit } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";

const database = testDatabase();
const asOwner = (statement: string) => database.query(statement);

const read = async (token: string, query = "") =>
  (await callRoute<AuditList>(list, { token, path: `/api/admin/audit?${query}` })).body;

const entriesBy = (actorId: string, action: string) =>
  prisma.auditEntry.findMany({ where: { actorId, action }, orderBy: { seq: "asc" } });

/** What a call answers while no entry can be written. */
async function withoutLog(call: () => Promise<Response>): Promise<Response> {
  await asOwner("REVOKE EXECUTE ON FUNCTION audit_append FROM app_runtime");
  try {
    return await call();
  } finally {
    await asOwner("GRANT EXECUTE ON FUNCTION audit_append TO app_runtime");
  }
}

describe("an export by staff", () => {
  const NO_ONE = "00000000-0000-7000-8000-000000000000";
  const TYPED = "somebody@example.com";

  /** Every list of the staff that is a file too, with how it is called. */
  async function exportable() {
    const all = await listEndpoints(apiRoutes);
    const found = all.filter(
      ({ declaration: { auth, query } }) => auth === "admin" && query?._zod.def.shape.format,
    );
    return Promise.all(
      found.map(async ({ method, path, declaration }) => {
        const route = apiRoutes.find((known) => known.path === path);
        const handlers = (await route?.load()) as Record<string, RouteHandler>;
        const params = Object.fromEntries(
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, NO_ONE]),
        );
        const url = path.replace(/\{\w+\}/g, NO_ONE);
        return {
          url,
          fields: Object.keys(declaration.query?._zod.def.shape ?? {}),
          get: (token: string, query: string) =>
            callRaw(handlers[method] as RouteHandler, {
              token,
              path: `${url}?format=csv&${query}`,
              params,
            }),
        };
      }),
    );
  }

  let lists: Awaited<ReturnType<typeof exportable>>;
  beforeAll(async () => {
    lists = await exportable();
  });

  it("is an entry, whatever the list", async () => {
    const { token, user } = await signedInAdmin();
    for (const { get } of lists) {
      const answer = await get(token, "");
      expect(answer.headers.get("content-type")).toContain("text/csv");
    }
    const entries = await entriesBy(user.id, "export");
    expect(entries.map(({ targetId }) => targetId)).toEqual(
      lists.map(({ url }) => url.replace(/^\/api\/(admin\/)?/, "")),
    );
    expect(lists.length).toBeGreaterThanOrEqual(10);
    const ofOne = entries.filter(({ subjectUserId }) => subjectUserId === NO_ONE);
    expect(ofOne.map(({ targetId }) => targetId)).toEqual([`users/${NO_ONE}/transactions`]);
  });

  it("is kept with its filters, and with whose rows they are", async () => {
    const { token, user } = await signedInAdmin();
    const customer = await createTestUser();
    const query = `status=pending&userId=${customer.id}&from=2026-11-01&search=x&limit=5`;
    await callRaw(deposits, { token, path: `/api/admin/deposits?format=csv&${query}` });
    const { entries } = await read(token, `action=export&user=${customer.username}`);
    expect(entries).toMatchObject([
      { actor: { id: user.id }, targetType: "list", ip: "192.0.2.1", before: null },
    ]);
    expect(entries[0]?.after).toEqual({
      list: "deposits",
      filters: {
        status: ["pending"],
        userId: customer.id,
        from: "2026-11-01T00:00:00.000Z",
        search: true,
        order: "newest",
      },
    });
  });

  it("keeps nothing of what was typed: the log can't forget it", async () => {
    const { token, user } = await signedInAdmin();
    const typed: string[] = [];
    for (const { url, fields, get } of lists) {
      for (const field of fields.filter((name) => name !== "format")) {
        const { status } = await get(token, `${field}=${TYPED}`);
        if (status === 200) typed.push(`${url} ${field}`);
      }
    }
    const entries = await entriesBy(user.id, "export");
    expect(entries).toHaveLength(typed.length);
    expect(typed).toContain("/api/admin/users search");
    expect(JSON.stringify(entries.map(({ after }) => after))).not.toContain(TYPED);
  });

  it("sends nothing that could not be recorded, and records nothing that is no file", async () => {
    const { token, user } = await signedInAdmin();
    const path = "/api/admin/deposits?format=csv";
    const refused = await withoutLog(() => callRaw(deposits, { token, path }));
    expect([refused.status, (await refused.json()).success]).toEqual([500, false]);
    await callRoute(deposits, { token });
    expect(await entriesBy(user.id, "export")).toEqual([]);
  });
});

describe("a view of a proof by staff", () => {
  afterEach(() => database.setClock(null));

  const VIEW = "deposit.view-proof";

  async function proof() {
    const customer = await signedInUser();
    const { deposit } = (await reportDeposit(customer.token, await createWalletRow())).body;
    const id = deposit.proofUrl.split("/").at(-1) ?? "";
    const look = (token: string) => callRaw(file, { token, params: { id } });
    return { customer, deposit, look };
  }

  it("is an entry about the deposit and its user, whose own looks are none", async () => {
    const { customer, deposit, look } = await proof();
    const clerk = await signedInAdmin({ permissions: ["finance"] });
    const reader = await signedInAdmin({ permissions: ["read"] });
    for (const { token } of [customer, clerk, reader]) expect((await look(token)).status).toBe(200);
    const { entries } = await read(reader.token, `action=${VIEW}&user=${customer.user.id}`);
    expect(entries).toMatchObject(
      [reader, clerk].map(({ user }) => ({
        actor: { id: user.id },
        user: { id: customer.user.id },
        targetType: "deposit",
        targetId: deposit.id,
      })),
    );
  });

  it("is one entry in ten minutes, also at the same moment", async () => {
    const { look } = await proof();
    const { token, user } = await signedInAdmin();
    await database.setClock(new Date());
    await Promise.all(Array.from({ length: 5 }, () => look(token)));
    await database.advanceClock(9 * 60_000);
    await look(token);
    expect(await entriesBy(user.id, VIEW)).toHaveLength(1);
    await database.advanceClock(60_000);
    await look(token);
    expect(await entriesBy(user.id, VIEW)).toHaveLength(2);
  });

  it("does not happen where it can't be recorded", async () => {
    const { look } = await proof();
    const { token } = await signedInAdmin();
    const refused = await withoutLog(() => look(token));
    expect([refused.status, refused.headers.get("content-type")]).toEqual([
      500,
      expect.stringContaining("json"),
    ]);
    expect((await look(token)).status).toBe(200);
  });
});
