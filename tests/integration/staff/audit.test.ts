import { GET as actions } from "@/app/api/admin/audit/actions/route";
import { GET as list } from "@/app/api/admin/audit/route";
import { appendAudit, SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { AuditEntryDto, AuditList } from "@/lib/audit/schema";
import { formatAuditReport, verifyAudit } from "@/lib/audit/verify";
import { checkAudit } from "@/lib/notifications/audit-check-job";
import { prisma, sql, transaction } from "@/lib/platform/db";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
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
