import { GET as actions } from "@/app/api/admin/audit/actions/route";
import { GET as list } from "@/app/api/admin/audit/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { GET as file } from "@/app/api/files/[id]/route";
import { apiRoutes } from "@/app/api/manifest";
import { appendAudit, SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { AuditEntryDto, AuditList } from "@/lib/audit/schema";
import { formatAuditReport, verifyAudit } from "@/lib/audit/verify";
import { checkAudit } from "@/lib/notifications/audit-check-job";
import { prisma, sql, transaction } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { reportDeposit } from "@/tests/factories/deposits";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { toldToUsers } from "@/tests/support/told";
import { toggleStatus } from "./support";

const database = testDatabase();
const asOwner = (statement: string) => database.query(statement);

const read = async (token: string, query = "") =>
  (await callRoute<AuditList>(list, { token, path: `/api/admin/audit?${query}` })).body;

/** Appends entries of an action. */
const append = (action: string, count = 1) =>
  transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await appendAudit(tx, SYSTEM_ACTOR, {
        action,
        targetType: "test",
        after: { n },
        reason: "é",
      });
    }
  });

/** Two entries about a user by an administrator. */
async function deedsOnUser() {
  const admin = await signedInAdmin();
  const user = await createTestUser();
  await toggleStatus(admin.token, user.id, false);
  await toggleStatus(admin.token, user.id, true);
  return { ...admin, customer: user };
}

/** Damages the log as only a superuser can, looks, and puts it right again. */
async function tampered<T>(statements: string[], look: () => Promise<T>): Promise<T> {
  await asOwner(`
    CREATE TABLE kept_entry AS SELECT * FROM audit_entry;
    CREATE TABLE kept_head AS SELECT * FROM audit_head;
    SET session_replication_role = replica;
    ${statements.join(";")}`);
  try {
    return await look();
  } finally {
    await asOwner(`
      SET session_replication_role = replica;
      DELETE FROM audit_entry; INSERT INTO audit_entry SELECT * FROM kept_entry;
      DELETE FROM audit_head; INSERT INTO audit_head SELECT * FROM kept_head;
      DROP TABLE kept_entry, kept_head`);
  }
}

describe("GET /api/admin/audit", () => {
  it("shows who did what to whom, with before and after, newest first", async () => {
    const { token, user, customer } = await deedsOnUser();
    const { entries } = await read(token, `user=${customer.username}`);
    expect(entries).toMatchObject([
      { action: "user.activate", before: { isActive: false }, after: { isActive: true } },
      {
        action: "user.deactivate",
        actor: { id: user.id, name: user.username },
        user: { id: customer.id, username: customer.username },
        targetType: "user",
        targetId: customer.id,
        ip: "192.0.2.1",
      },
    ]);
    expect(entries[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ["the person who acted", ({ user }: Deeds) => `actor=${user.username}`, 2],
    ["their id", ({ user }: Deeds) => `actor=${user.id}`, 2],
    ["the user's email address", ({ customer }: Deeds) => `user=${customer.email}`, 2],
    ["an action", ({ user }: Deeds) => `actor=${user.id}&action=user.activate`, 1],
    ["the system", ({ customer }: Deeds) => `actor=system&user=${customer.id}`, 0],
    ["nobody", () => "actor=nobody-of-this-name", 0],
    ["a time to come", ({ user }: Deeds) => `actor=${user.id}&from=2999-01-01`, 0],
    ["a time gone by", ({ user }: Deeds) => `actor=${user.id}&to=2000-01-01`, 0],
    ["a period", ({ user }: Deeds) => `actor=${user.id}&from=2000-01-01&to=2999-01-01`, 2],
  ])("filters by %s", async (_name, query, count) => {
    const deeds = await deedsOnUser();
    expect((await read(deeds.token, query(deeds))).entries).toHaveLength(count);
  });
  type Deeds = Awaited<ReturnType<typeof deedsOnUser>>;

  it("goes on page by page without gap or repetition", async () => {
    const { token } = await signedInAdmin({ permissions: ["read"] });
    await append("test.paging", 5);
    const seen: AuditEntryDto[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = `action=test.paging&limit=2${cursor && `&cursor=${cursor}`}`;
      const page = await read(token, query);
      seen.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ after }) => after)).toEqual([4, 3, 2, 1, 0].map((n) => ({ n })));
  });

  it("is exported as CSV under the same filters", async () => {
    const { token, customer } = await deedsOnUser();
    const path = `/api/admin/audit?format=csv&user=${customer.id}`;
    const text = await (await callRaw(list, { token, path })).text();
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`user.activate,user,${customer.id},${customer.username}`);
    expect(lines[1]).toContain('"{""isActive"":false}"');
  });

  it("names the actions that there are", async () => {
    const { token } = await deedsOnUser();
    const { body } = await callRoute<{ actions: string[] }>(actions, { token });
    expect(body.actions).toEqual([...new Set(body.actions)].sort());
    expect(body.actions).toEqual(expect.arrayContaining(["user.activate", "user.deactivate"]));
  });

  it.each(["actor", "cursor=x", "from=yesterday", "limit=0"])("refuses %s", async (query) => {
    const { token } = await signedInAdmin();
    const { status } = await callRoute(list, { token, path: `/api/admin/audit?${query}` });
    expect(status).toBe(query === "actor" ? 200 : 422);
  });

  it("is for those who may read it", async () => {
    const { token: finance } = await signedInAdmin({ permissions: ["finance", "users"] });
    const { token: customer } = await signedInUser();
    for (const token of [finance, customer]) {
      expect((await callRoute(list, { token })).status).toBe(403);
      expect((await callRoute(actions, { token })).status).toBe(403);
    }
    expect((await callRoute(list)).status).toBe(401);
  });
});

/** The entries of an action by somebody, in their order. */
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

describe("the application's role", () => {
  it.each([
    "UPDATE audit_entry SET reason = 'nicer'",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
    "TRUNCATE audit_entry_default",
    "DELETE FROM audit_entry_default",
    "INSERT INTO audit_entry SELECT * FROM audit_entry",
    "UPDATE audit_head SET seq = 0",
    "DELETE FROM audit_head",
    "INSERT INTO audit_head VALUES (false, 0, '')",
    "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
    "DROP TABLE audit_entry",
    "CREATE OR REPLACE FUNCTION audit_hash(bytea, audit_entry) RETURNS bytea LANGUAGE sql AS 'SELECT $1'",
  ])("may not: %s", async (statement) => {
    await append("test.privilege");
    await expect(sql.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each([
    "UPDATE audit_entry SET reason = 'nicer'",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
  ])("nor may the tables' owner: %s", async (statement) => {
    await append("test.privilege");
    await expect(asOwner(`SET ROLE ledger_owner; ${statement}`)).rejects.toThrow("append-only");
  });
});

describe("npm run audit:verify", () => {
  beforeAll(() => append("test.verify", 5));

  const newest = "(SELECT max(seq) FROM kept_entry)";
  const rehash = (seq: string) =>
    `UPDATE audit_entry e SET hash = audit_hash(e.previous_hash, e) WHERE seq = ${seq}`;

  it("finds nothing in a log that nobody touched, however many write at once", async () => {
    await Promise.all(Array.from({ length: 8 }, () => append("test.parallel", 3)));
    const report = await verifyAudit();
    expect(report).toMatchObject({ ok: true, differences: 0, examples: [] });
    expect(report.entries).toBe(await prisma.auditEntry.count());
    expect(formatAuditReport(report)).toContain("The audit log verifies.");
  });

  it.each([
    [
      "a changed reason",
      [`UPDATE audit_entry SET reason = 'nicer' WHERE seq = ${newest} - 2`],
      [[-2, "was changed after it was written"]],
    ],
    [
      "a changed time",
      [`UPDATE audit_entry SET at = at + interval '1 microsecond' WHERE seq = ${newest} - 2`],
      [[-2, "was changed after it was written"]],
    ],
    [
      "a changed entry with a new hash of its own",
      [
        `UPDATE audit_entry SET actor_name = 'bob' WHERE seq = ${newest} - 2`,
        rehash(`${newest} - 2`),
      ],
      [[-1, "does not continue the entry before it"]],
    ],
    [
      "a missing entry",
      [`DELETE FROM audit_entry WHERE seq = ${newest} - 2`],
      [[-1, "1 entries before it are missing"]],
    ],
    [
      "an end that was cut off",
      [`DELETE FROM audit_entry WHERE seq = ${newest}`],
      [[-1, "the newest entry should be no."]],
    ],
  ] as const)("finds %s and says where", async (_name, statements, expected) => {
    const last = Number((await prisma.auditHead.findFirstOrThrow()).seq);
    const report = await tampered([...statements], verifyAudit);
    expect(report.ok).toBe(false);
    expect(report.examples).toEqual(
      expected.map(([offset, problem]) => ({
        seq: String(last + offset),
        problem: expect.stringContaining(problem),
      })),
    );
    expect(formatAuditReport(report)).toContain(`WRONG no. ${report.examples[0]?.seq}`);
    expect((await verifyAudit()).ok).toBe(true);
  });

  it("finds an entry in the name of somebody who was not logged in, before, after or at all", async () => {
    const [present, absent] = [await signedInAdmin(), await createTestUser({ isAdmin: true })];
    const sign = async (user: { id: string; username: string }) => {
      const entry = { action: "test.signed", targetType: "test" };
      await transaction((tx) => appendAudit(tx, { id: user.id, name: user.username }, entry));
      return { seq: String((await prisma.auditHead.findFirstOrThrow()).seq), user };
    };
    const found = async () => (await verifyAudit()).examples;
    await sign(present.user);
    expect(await found()).toEqual([]);
    const forged = await sign(absent);
    const problem = `was written in the name of ${absent.username}, who had no session then`;
    expect(await found()).toEqual([{ seq: forged.seq, problem }]);
    const session = (begins: string, ends: string) =>
      asOwner(
        `DELETE FROM session WHERE user_id = '${absent.id}';
         INSERT INTO session (user_id, created_at, expires_at, revoked_at)
         VALUES ('${absent.id}', now() + interval '${begins}', now() + interval '1 day', now() + interval '${ends}')`,
      );
    await session("2 minutes", "5 minutes");
    expect(await found()).toHaveLength(1);
    await session("-5 minutes", "-2 minutes");
    expect(await found()).toHaveLength(1);
    await session("-5 minutes", "5 minutes");
    expect(await found()).toEqual([]);
  });

  it("raises the alarm from its job, and keeps the outcome", async () => {
    const { user: admin } = await signedInAdmin();
    expect(await checkAudit()).toBe(true);
    await tampered([`UPDATE audit_entry SET reason = 'x' WHERE seq = ${newest}`], checkAudit);
    const told = await toldToUsers.findMany({ where: { userId: admin.id } });
    expect(told.map(({ type, title }) => [type, title])).toEqual([
      ["alert", "Audit log check failed"],
    ]);
    const [kept] = await sql<{ ok: boolean }[]>`SELECT ok FROM system_check WHERE name = 'audit'`;
    expect(kept?.ok).toBe(false);
  });
});
