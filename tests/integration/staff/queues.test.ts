import { randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/deposits/[id]/process/route";
import { GET as one } from "@/app/api/admin/deposits/[id]/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { GET as queue } from "@/app/api/admin/queue/route";
import { DELETE as dropView, PUT as renameView } from "@/app/api/admin/views/[id]/route";
import { POST as keepView, GET as views } from "@/app/api/admin/views/route";
import { GET as withdrawals } from "@/app/api/admin/withdrawals/route";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import type { ViewDto } from "@/lib/views/schema";
import { reportDeposit } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { availableUsdt } from "./support";

type Page = { deposits: AdminDepositDto[]; nextCursor: string | null };

/** A user with this many reported deposits, oldest first. */
async function reported(count: number) {
  const wallet = await createWalletRow();
  const { user, token } = await signedInUser();
  const made = [];
  for (let n = 0; n < count; n += 1) {
    made.push((await reportDeposit(token, wallet, { amount: String(10 + n) })).body.deposit);
  }
  return { user, deposits: made };
}

const decide = (token: string, id: string, key?: string) =>
  callRoute<{ deposit: AdminDepositDto }>(process, {
    method: "PUT",
    path: `/api/admin/deposits/${id}/process`,
    token,
    params: { id },
    body: { action: "confirm" },
    idempotencyKey: key,
  });

describe("the deposit queue", () => {
  it("begins with what has waited longest and goes on with the rest, newest first", async () => {
    const { token } = await signedInAdmin();
    const { user, deposits: made } = await reported(5);
    for (const n of [1, 2]) await decide(token, made[n]!.id);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = `order=queue&limit=2&userId=${user.id}${cursor && `&cursor=${cursor}`}`;
      const { body } = await callRoute<Page>(deposits, {
        token,
        path: `/api/admin/deposits?${query}`,
      });
      seen.push(...body.deposits.map(({ number }) => number));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([0, 3, 4, 2, 1].map((n) => made[n]!.number));
  });

  it("goes on page by page from the oldest, waiting or not", async () => {
    const { token } = await signedInAdmin();
    const { user, deposits: made } = await reported(3);
    await decide(token, made[0]!.id);
    const pageAfter = async (cursor: string) => {
      const path = `/api/admin/deposits?order=oldest&limit=2&userId=${user.id}&cursor=${cursor}`;
      return (await callRoute<Page>(deposits, { token, path })).body;
    };
    const first = await pageAfter("");
    const rest = await pageAfter(first.nextCursor ?? "");
    expect([...first.deposits, ...rest.deposits].map(({ id }) => id)).toEqual(
      made.map(({ id }) => id),
    );
    expect(rest.nextCursor).toBeNull();
  });

  it("keeps its order under a status filter", async () => {
    const { token } = await signedInAdmin();
    const { user, deposits: made } = await reported(3);
    await decide(token, made[0]!.id);
    const numbers = async (status: string) => {
      const path = `/api/admin/deposits?order=queue&userId=${user.id}&status=${status}`;
      const { body } = await callRoute<Page>(deposits, { token, path });
      return body.deposits.map(({ number }) => number);
    };
    expect(await numbers("pending")).toEqual([made[1]!.number, made[2]!.number]);
    expect(await numbers("completed")).toEqual([made[0]!.number]);
    expect(await numbers("cancelled")).toEqual([]);
  });

  it("is exported as CSV under the same filters", async () => {
    const { token } = await signedInAdmin();
    const { user, deposits: made } = await reported(2);
    const response = await callRaw(deposits, {
      token,
      path: `/api/admin/deposits?format=csv&userId=${user.id}`,
    });
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      made.map(({ number }) => number).reverse(),
    );
  });

  it("is counted for those who work on it", async () => {
    const { token } = await signedInAdmin({ permissions: ["finance"] });
    await reported(1);
    const { body } = await callRoute<{ queue: object }>(queue, { token });
    const waiting = await prisma.deposit.count({ where: { status: "pending" } });
    expect(body.queue).toEqual({ deposits: waiting, withdrawals: 0, approvals: 0 });
  });

  it("answers a repeated decision as the first time, and a colleague with the name", async () => {
    const { user: admin, token } = await signedInAdmin();
    const { token: colleague } = await signedInAdmin();
    const { user, deposits: made } = await reported(1);
    const { id } = made[0]!;
    const key = randomUUID();
    const first = await decide(token, id, key);
    expect(first.status).toBe(200);
    expect((await decide(token, id, key)).body).toEqual(first.body);
    expect(await decide(colleague, id)).toMatchObject({
      status: 409,
      body: {
        code: "ALREADY_PROCESSED",
        message: expect.stringMatching(
          `^This request has already been processed by ${admin.username} on .+ UTC$`,
        ),
      },
    });
    expect(await availableUsdt(user.id)).toBe(10_000_000n);
  });
});

describe("who may see the queues", () => {
  it.each([
    ["deposits", deposits],
    ["withdrawals", withdrawals],
    ["counts", queue],
    ["one deposit", one],
  ])("%s: staff with the area only", async (_name, handler) => {
    const { deposits: made } = await reported(1);
    const params = { id: made[0]!.id };
    const { token: customer } = await signedInUser();
    const { token: support } = await signedInAdmin({ permissions: ["support"] });
    const { token: finance } = await signedInAdmin({ permissions: ["finance"] });
    const statuses = [];
    for (const token of [undefined, customer, support, finance]) {
      statuses.push((await callRoute(handler, { token, params })).status);
    }
    expect(statuses).toEqual([401, 403, 403, 200]);
  });
});

describe("a view", () => {
  const keep = (token: string | undefined, body: object, idempotencyKey?: string) =>
    callRoute<{ view: ViewDto }>(keepView, {
      path: "/api/admin/views",
      token,
      body,
      idempotencyKey,
    });
  const rename = (token: string, id: string, name: string) =>
    callRoute<{ view: ViewDto }>(renameView, {
      method: "PUT",
      token,
      params: { id },
      body: { name },
    });
  const drop = (token: string, id: string) =>
    callRoute(dropView, { method: "DELETE", token, params: { id } });
  const namesOf = async (token: string, list: string) => {
    const path = `/api/admin/views?list=${list}`;
    const { body } = await callRoute<{ views: ViewDto[] }>(views, { token, path });
    return body.views.map(({ name }) => name);
  };
  const BTC = { list: "deposits", name: "BTC that waits", filters: { currency: "BTC" } };

  it("is kept by name for one member of staff, found by nobody else", async () => {
    const { token } = await signedInAdmin({ permissions: ["finance"] });
    const { token: other } = await signedInAdmin({ permissions: ["finance"] });
    const key = randomUUID();
    const { body } = await keep(token, BTC, key);
    expect(body.view).toEqual({ id: expect.any(String), ...BTC });
    expect((await keep(token, BTC, key)).body.view.id).toBe(body.view.id);
    await keep(token, { ...BTC, name: "All" });
    await keep(token, { ...BTC, list: "withdrawals" });
    expect(await namesOf(token, "deposits")).toEqual(["All", "BTC that waits"]);
    expect(await namesOf(other, "deposits")).toEqual([]);
    expect((await rename(other, body.view.id, "Mine")).status).toBe(404);
    expect((await drop(other, body.view.id)).status).toBe(404);
    expect((await rename(token, body.view.id, "Bitcoin")).body.view.filters).toEqual(BTC.filters);
    expect((await drop(token, body.view.id)).status).toBe(200);
    expect(await namesOf(token, "deposits")).toEqual(["All"]);
    expect((await keep((await signedInUser()).token, BTC)).status).toBe(403);
  });

  it("has a name of its own and filters that its list has", async () => {
    const { token } = await signedInAdmin({ permissions: ["users"] });
    const people = { list: "users", name: "Unconfirmed", filters: { verified: "no" } };
    const { id } = (await keep(token, people)).body.view;
    await keep(token, { ...people, name: "Others" });
    expect(await keep(token, { ...people, name: " unconfirmed " })).toMatchObject({
      status: 409,
      body: { errors: { name: ["Another of your views has this name"] } },
    });
    expect((await rename(token, id, "OTHERS")).status).toBe(409);
    for (const filters of [{ currency: "BTC" }, { verified: "" }, { verified: "x".repeat(201) }]) {
      expect((await keep(token, { ...people, name: "New", filters })).status).toBe(422);
    }
    expect(await namesOf(token, "users")).toEqual(["Others", "Unconfirmed"]);
  });
});
