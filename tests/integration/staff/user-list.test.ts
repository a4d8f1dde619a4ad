import { randomUUID } from "node:crypto";
import { GET as list } from "@/app/api/admin/users/route";
import type { User } from "@/lib/generated/prisma/client";
import type { AdminUserDto } from "@/lib/staff/schema";
import { createTestAdmin, createTestUser, signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";

type Page = { users: AdminUserDto[]; nextCursor: string | null };

let token: string;
/** Unique to this file, so that its people are found alone. */
const mark = `q${randomUUID().slice(0, 6)}`;
let people: { ada: User; bob: User; cyd: User; dan: User };

const path = (query: Record<string, string>) =>
  `/api/admin/users?${new URLSearchParams(query).toString()}`;

const listed = (query: Record<string, string>) =>
  callRoute<Page>(list, { token, path: path(query) });

const namesOf = async (query: Record<string, string>) =>
  (await listed({ search: mark, ...query })).body.users.map(({ username }) =>
    username.replace(`${mark}_`, ""),
  );

async function person(name: string, data: object, place: object = {}): Promise<User> {
  const username = `${mark}_${name}`;
  const user = await createTestUser({ username, email: `${username}@mail.test`, ...place });
  return asOwner().user.update({ where: { id: user.id }, data });
}

beforeAll(async () => {
  ({ token } = await signedInAdmin());
  const kenya = { country: "Kenya", countryCode: "+254", phoneNumber: "712 555 017" };
  people = {
    bob: await person("bob", { lastSignInAt: new Date("2026-05-01T10:00:00.123Z") }, kenya),
    ada: await person("ada", { isActive: false }),
    dan: await person("dan", { emailVerifiedAt: new Date() }),
    cyd: await person("cyd", {
      emailVerifiedAt: new Date(),
      lastSignInAt: new Date("2026-06-01T10:00:00.456Z"),
    }),
  };
});

describe("searching users", () => {
  it.each([
    ["a part of the name, in any case", () => `${mark}_BO`],
    ["the beginning of the email address", () => `${mark}_bob@mail`],
    ["the end of the email address", () => people.bob.email.slice(3)],
    [
      "one letter before the @ and the rest",
      () => people.bob.email.slice(-"b@mail.example".length),
    ],
    ["a phone number as people write it", () => "+254 (712) 555-017"],
    ["the end of a phone number", () => "712555017"],
    ["the referral code", () => people.bob.referralCode.toLowerCase()],
    ["the account's number, as people name it", () => `#${people.bob.number}`],
    ["the account's number alone", () => String(people.bob.number)],
    ["the id", () => people.bob.id.toUpperCase()],
    ["a part and the country", () => `${mark} kenya`],
  ])("finds somebody by %s", async (_by, search) => {
    const { body } = await listed({ search: search() });
    expect(body.users.map(({ id }) => id)).toContain(people.bob.id);
    expect(body.users.map(({ id }) => id)).not.toContain(people.cyd.id);
  });

  it("takes texts of two characters as a beginning", async () => {
    const username = `zq${randomUUID().slice(0, 6)}`;
    const user = await createTestUser({ username });
    expect((await listed({ search: "ZQ" })).body.users.map(({ id }) => id)).toEqual([user.id]);
    expect((await listed({ search: "q0" })).body.users.map(({ id }) => id)).not.toContain(user.id);
  });

  it("takes % and _ as they are", async () => {
    expect((await listed({ search: `${mark}%bob` })).body.users).toEqual([]);
    expect((await listed({ search: `${mark}xbob` })).body.users).toEqual([]);
    expect((await listed({ search: `${mark}_bob` })).body.users).toHaveLength(1);
  });

  it("does not list an erased account", async () => {
    const user = await person("gone", { erasedAt: new Date() });
    expect(await namesOf({})).not.toContain("gone");
    expect((await listed({ search: user.id })).body.users).toEqual([]);
  });
});

describe("filters and orders of the users' list", () => {
  it.each([
    [{ status: "inactive" }, ["ada"]],
    [{ status: "active" }, ["cyd", "dan", "bob"]],
    [{ verified: "yes" }, ["cyd", "dan"]],
    [{ verified: "no" }, ["ada", "bob"]],
    [{ country: "KE" }, ["bob"]],
    [{ staff: "yes" }, []],
    [{ sort: "name" }, ["ada", "bob", "cyd", "dan"]],
    [{ sort: "last-sign-in" }, ["cyd", "bob", "dan", "ada"]],
    [{ sort: "newest", staff: "no" }, ["cyd", "dan", "ada", "bob"]],
  ])("%j", async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it("finds staff", async () => {
    const admin = await createTestAdmin();
    const { body } = await listed({ search: admin.username, staff: "yes" });
    expect(body.users).toMatchObject([{ id: admin.id, isAdmin: true, emailVerified: false }]);
  });

  it.each(["newest", "name", "last-sign-in"])("pages without gaps by %s", async (sort) => {
    const whole = await namesOf({ sort });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { search: mark, sort, limit: "1" };
      const { body }: { body: Page } = await listed(cursor ? { ...query, cursor } : query);
      seen.push(...body.users.map(({ username }) => username.replace(`${mark}_`, "")));
      cursor = body.nextCursor;
      expect(cursor ?? "").not.toContain(".");
    } while (cursor);
    expect(seen).toEqual(whole);
  });

  it.each([
    [{ status: "odd" }, "status"],
    [{ country: "Kenya" }, "country"],
    [{ sort: "balance" }, "sort"],
    [{ cursor: "nonsense" }, "cursor"],
    [{ sort: "last-sign-in", cursor: randomUUID() }, "cursor"],
  ])("refuses %j", async (query, field) => {
    const { status, body } = await listed(query as unknown as Record<string, string>);
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  it("exports the filter in its order", async () => {
    const response = await callRaw(list, {
      token,
      path: path({ search: mark, status: "active", sort: "name", format: "csv" }),
    });
    const lines = (await response.text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[2]?.replace(`${mark}_`, ""))).toEqual([
      "bob",
      "cyd",
      "dan",
    ]);
    expect(lines[1]).toContain("2026-06-01 10:00:00");
  });
});
