import { randomUUID } from "node:crypto";
import { GET as search } from "@/app/api/admin/search/route";
import { prisma } from "@/lib/platform/db";
import type { SearchResult } from "@/lib/search/schema";
import { newHash, reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { asked } from "@/tests/integration/staff/desk-support";
import { callRoute } from "@/tests/support/api";

/** Nobody else's in this file. */
const IP = "203.0.113.77";
const hash = newHash();
let token: string;
let person: Awaited<ReturnType<typeof signedInUser>>;
let deposit: { id: string; number: string; address: string };
let withdrawal: Awaited<ReturnType<typeof asked>>;

const find = async (q: string, as = token) => {
  const path = `/api/admin/search?${new URLSearchParams({ q })}`;
  const { body } = await callRoute<{ results: SearchResult[] }>(search, { path, token: as });
  return body.results;
};
const namesOf = (results: SearchResult[]) =>
  results.map((one) => `${one.kind} ${"id" in one ? one.id : one.user.id}`);

beforeAll(async () => {
  token = (await signedInAdmin()).token;
  person = await signedInUser();
  const wallet = await createWalletRow("USDT", "ERC20");
  const report = await reportDeposit(person.token, wallet, { transactionHash: hash });
  deposit = report.body.deposit;
  withdrawal = await asked();
  await prisma.signIn.createMany({
    data: [1, 2].map(() => ({ userId: person.user.id, outcome: "success" as const, ip: IP })),
  });
});

it("finds people by name, email address, number and id", async () => {
  const { id, username, email, number } = person.user;
  for (const q of [username, username.toUpperCase(), email]) {
    expect([q, namesOf(await find(q))]).toEqual([q, [`user ${id}`]]);
  }
  for (const q of [`${number}`, `#${number}`]) expect((await find(q))[0]).toMatchObject({ id });
  expect(namesOf(await find(id))).toContain(`user ${id}`);
});

it("finds deposits and withdrawals by number, id, hash in any spelling, and address", async () => {
  const own = `deposit ${deposit.id}`;
  for (const q of [
    deposit.number,
    `#${deposit.number}`,
    deposit.id,
    hash,
    hash.slice(2).toUpperCase(),
  ]) {
    expect([q, namesOf(await find(q))]).toEqual([q, expect.arrayContaining([own])]);
  }
  const byAddress = namesOf(await find(deposit.address.toLowerCase()));
  expect(byAddress).toEqual(expect.arrayContaining([own, expect.stringMatching(/^wallet /)]));
  const { number, address } = await prisma.withdrawal.findUniqueOrThrow({
    where: { id: withdrawal.id },
  });
  for (const q of [`${number}`, address]) {
    expect(namesOf(await find(q))).toContain(`withdrawal ${withdrawal.id}`);
  }
});

it("finds who logged in from an address, each once", async () => {
  expect(await find(IP)).toEqual([
    expect.objectContaining({
      kind: "login",
      ip: IP,
      user: { id: person.user.id, username: person.user.username },
    }),
  ]);
  expect(await find("203.0.113.78")).toEqual([]);
});

it("answers each member of staff with what they may see, and users not at all", async () => {
  const as = async (permissions: string[], q: string) => {
    const staff = await signedInAdmin({ permissions });
    return namesOf(await find(q, staff.token)).map((name) => name.split(" ")[0]);
  };
  expect(await as(["support"], person.user.username)).toEqual([]);
  expect(await as(["finance"], person.user.username)).toEqual([]);
  expect(await as(["users"], person.user.username)).toEqual(["user"]);
  expect(await as(["users"], deposit.id)).toEqual([]);
  expect(await as(["finance"], deposit.id)).toEqual(["deposit"]);
  expect(await as(["read"], IP)).toEqual(["login"]);
  const path = `/api/admin/search?q=${IP}`;
  expect((await callRoute(search, { path, token: person.token })).status).toBe(403);
});

it("finds nothing for nothing, and for what nobody has", async () => {
  for (const q of ["", " ", "%", randomUUID(), "::1", "a'b\\"]) {
    expect([q, await find(q)]).toEqual([q, []]);
  }
});
