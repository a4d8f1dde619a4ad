import { randomUUID } from "node:crypto";
import { PUT as limitsRoute } from "@/app/api/admin/house/limits/route";
import { GET as movementsRoute } from "@/app/api/admin/house/movements/route";
import { GET as houseRoute } from "@/app/api/admin/house/route";
import { POST as transferRoute } from "@/app/api/admin/house/transfers/route";
import type {
  HouseLimits,
  HouseMovementsResponse,
  HouseResponse,
  HouseTransferDto,
} from "@/lib/house/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin, signedInUser, signInEarlier, TEST_PASSWORD } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

let staff: { id: string; username: string; token: string };

const readHouse = async (token = staff.token) =>
  (await callRoute<HouseResponse>(houseRoute, { token })).body;
const accountOf = async (kind: string, currency = "USDT") =>
  (await readHouse()).accounts.find((one) => one.kind === kind && one.currency === currency);

const VALID = {
  from: "treasury",
  to: "interest",
  currency: "USDT",
  amount: "10.5",
  reason: "More savings are expected",
};
const move = (changes: object = {}, { key = randomUUID(), token = staff.token } = {}) =>
  callRoute<{ transfer: HouseTransferDto }>(transferRoute, {
    body: { ...VALID, ...changes },
    token,
    idempotencyKey: key,
  });
const movements = async (query: string, token = staff.token) =>
  callRoute<HouseMovementsResponse>(movementsRoute, {
    token,
    path: `/api/admin/house/movements?${query}`,
  });

beforeAll(async () => {
  const { user, token } = await signedInAdmin();
  staff = { id: user.id, username: user.username, token };
  await fund({ house: "treasury", currency: "USDT" }, units(1_000));
  await fundOptionPool(units(10));
});
afterAll(async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

describe("POST /api/admin/house/transfers", () => {
  it("moves money, says before and after, and is recorded with its reason", async () => {
    const { status, body } = await move();
    expect(status).toBe(201);
    const { transfer } = body;
    expect(transfer).toMatchObject({
      from: "treasury",
      to: "interest",
      amount: "10.500000",
      reference: null,
    });
    expect(await accountOf("treasury")).toMatchObject({ balance: transfer.fromAfter });
    expect(await accountOf("interest")).toMatchObject({ balance: transfer.toAfter });
    expect(await prisma.auditEntry.findFirst({ where: { targetId: transfer.id } })).toMatchObject({
      action: "house.transfer",
      actorId: staff.id,
      reason: VALID.reason,
      before: { treasury: transfer.fromBefore, interest: transfer.toBefore },
      after: { treasury: transfer.fromAfter, interest: transfer.toAfter },
    });
  });

  it("happens once for a key, whoever answers, and refuses another amount for it", async () => {
    const key = randomUUID();
    const answers = await Promise.all([move({}, { key }), move({}, { key }), move({}, { key })]);
    expect(new Set(answers.map(({ body }) => body.transfer.id)).size).toBe(1);
    const id = answers[0]!.body.transfer.id;
    expect(await prisma.auditEntry.count({ where: { targetId: id } })).toBe(1);
    expect((await move({ amount: "11" }, { key })).body.code).toBe("IDEMPOTENCY_CONFLICT");
  });

  it("lets only one of two admins have the rest of an account", async () => {
    await move({ to: "referral", amount: "3" });
    const other = await signedInAdmin();
    const back = { from: "referral", to: "treasury", amount: "2" };
    const answers = await Promise.all([move(back), move(back, { token: other.token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: "HOUSE_INSUFFICIENT",
      message: "The account does not hold this amount",
    });
  });

  it("takes money from outside into the treasury only, with what proves it", async () => {
    const before = await accountOf("external");
    const { body } = await move({
      from: "external",
      to: "treasury",
      amount: "5",
      reference: "bank line 17",
    });
    expect(body.transfer).toMatchObject({
      fromBefore: before?.balance,
      reference: "bank line 17",
    });
    expect((await move({ from: "external", to: "option_pool" })).body.code).toBe(
      "HOUSE_TRANSFER_INVALID",
    );
  });

  it.each([
    [{ amount: "0" }, "amount"],
    [{ amount: "-1" }, "amount"],
    [{ amount: "1.0000001" }, "amount"],
    [{ reason: "no" }, "reason"],
    [{ from: "escrow" }, "from"],
    [{ to: "interest_reserve" }, "to"],
    [{ currency: "BTC" }, "currency"],
    [{ reference: "x".repeat(201) }, "reference"],
  ])("refuses %j", async (changes, field) => {
    const { status, body } = await move(changes);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });

  it("leaves what flexible savings wait for", async () => {
    const database = testDatabase();
    await fundInterest(units(10));
    const plan = await createPlanRow({ type: "flexible", dailyRatePpb: 1_000_000n });
    const saver = await createFundedUser(units(1_000));
    // Still, so that no midnight comes between; ahead of what was written until now.
    const start = new Date(Date.now() + 1_000);
    await database.setClock(start);
    try {
      await database.query(
        `SELECT saving_subscribe('t:' || uuid_v7(), sha256('t'), $1::uuid, $2::uuid, 10000000::bigint)`,
        [saver, plan.id],
      );
      const free = (await accountOf("interest"))!.balance;
      await move({ from: "interest", to: "treasury", amount: free });
      await database.setClock(new Date(start.getTime() + 3 * 86_400_000));
      await database.query("SELECT run_savings_day(10)");
      const account = await accountOf("interest");
      expect(account?.required).toBe("0.020000");
      await move({ amount: "0.03" });
      const back = { from: "interest", to: "treasury" };
      expect((await move({ ...back, amount: "0.010001" })).body.code).toBe(
        "HOUSE_BELOW_OBLIGATIONS",
      );
      expect((await move({ ...back, amount: "0.01" })).status).toBe(201);
    } finally {
      // Ended while the clock is ahead, so that its days are not in the future of later checks.
      await database.query(
        "SELECT saving_refund('end:' || id, sha256('end'), user_id, id) FROM saving_record",
      );
      await database.setClock(null);
    }
  });
});

describe("GET /api/admin/house", () => {
  it("shows accounts, what users hold and how far the caps are used", async () => {
    const user = await createFundedUser(units(100));
    await recordTick(4000);
    const before = await readHouse();
    const caps = { capPerSecondMicro: units(50), capPerDirectionMicro: units(100) };
    await openOption(optionOrder(user, { ...caps, amountMicro: units(5), direction: "down" }));
    const after = await readHouse();
    const balance = (house: HouseResponse, kind: string) =>
      house.accounts.find((one) => one.kind === kind && one.currency === "USDT")?.balance;
    expect(after.limits.perDirection.down).toBe("4.000000");
    expect(after.limits.perExpirySecond.busiest).toEqual([
      { at: expect.any(String), used: "4.000000" },
    ]);
    expect(balance(after, "escrow")).toBe("9.000000");
    expect(Number(before.usersHold.USDT) - Number(after.usersHold.USDT)).toBeCloseTo(5, 6);
    expect(after.accounts.find(({ kind }) => kind === "option_pool")?.shards).toBe(16);
  });
});

describe("PUT /api/admin/house/limits", () => {
  const change = (body: object, token = staff.token) =>
    callRoute<{ limits: HouseLimits }>(limitsRoute, { method: "PUT", body, token });

  it("changes the caps, unless somebody was faster", async () => {
    const { limits } = await readHouse();
    const seen = {
      perExpirySecond: limits.perExpirySecond.cap,
      perDirection: limits.perDirection.cap,
    };
    const next = { perExpirySecond: "60000", perDirection: "300000" };
    const answer = await change({ ...next, expected: seen });
    expect(answer.body.limits.perDirection.cap).toBe("300000");
    const late = await change({ ...next, perDirection: "1", expected: seen });
    expect(late).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(late.body.message).toContain(staff.username);
    expect((await change({ ...next, perDirection: "lots" })).body.errors).toHaveProperty(
      "perDirection",
    );
    await change(seen);
  });

  it("is for full administrators who have just logged in, or give their password", async () => {
    const { limits } = await readHouse();
    const seen = {
      perExpirySecond: limits.perExpirySecond.cap,
      perDirection: limits.perDirection.cap,
    };
    const next = { ...seen, perDirection: "240000" };
    const finance = await signedInAdmin({ permissions: ["finance", "settings"] });
    const refused = await change({ ...next, password: TEST_PASSWORD }, finance.token);
    expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    const full = await signedInAdmin();
    await signInEarlier(full.user, 16);
    expect((await change(next, full.token)).body.errors).toHaveProperty("password");
    expect((await change({ ...next, password: TEST_PASSWORD }, full.token)).status).toBe(200);
    await change(seen);
  });
});

describe("GET /api/admin/house/movements", () => {
  it("pages through a pool of sixteen shards once, newest first", async () => {
    for (let n = 1; n <= 4; n++) await move({ to: "option_pool", amount: `${n}` });
    const seen: HouseMovementsResponse["movements"] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query = `kind=option_pool&limit=25${cursor && `&cursor=${cursor}`}`;
      const { body }: { body: HouseMovementsResponse } = await movements(query);
      seen.push(...body.movements);
      cursor = body.nextCursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.filter(({ reason }) => reason === VALID.reason)).toHaveLength(64);
    const times = seen.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const sum = seen.reduce((total, { amount }) => total + Number(amount), 0);
    expect(sum).toBeCloseTo(Number((await accountOf("option_pool"))?.balance), 6);

    const path = "/api/admin/house/movements?kind=option_pool&format=csv";
    const csv = await callRaw(movementsRoute, { token: staff.token, path });
    const lines = (await csv.text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[0])).toEqual(seen.map(({ id }) => id));
    expect(lines.map((line) => line.split(",")[5])).toEqual(seen.map(({ amount }) => amount));
  });

  it("names the other side", async () => {
    const user = await createFundedUser();
    await fund({ user, kind: "available", currency: "USDT" }, 7n);
    const [newest] = (await movements("kind=treasury&limit=1")).body.movements;
    expect(newest).toMatchObject({
      event: "admin_adjustment",
      amount: "-0.000007",
      other: { kind: "available", user: { id: user } },
    });
  });

  it("knows its accounts and cursors", async () => {
    expect((await movements("kind=escrow")).status).toBe(422);
    expect((await movements("kind=referral&currency=XAUT")).body.errors).toHaveProperty("currency");
    expect((await movements("cursor=A")).body.errors).toHaveProperty("cursor");
    expect((await movements("kind=fees&currency=XAUT")).body.movements).toEqual([]);
  });
});

it("is for finance; those who read see it", async () => {
  const tokens = {
    user: (await signedInUser()).token,
    support: (await signedInAdmin({ permissions: ["support", "settings"] })).token,
    reader: (await signedInAdmin({ permissions: ["read"] })).token,
    finance: (await signedInAdmin({ permissions: ["finance"] })).token,
  };
  for (const token of [tokens.user, tokens.support]) {
    expect((await callRoute(houseRoute, { token })).status).toBe(403);
    expect((await movements("", token)).status).toBe(403);
    expect((await move({}, { token })).status).toBe(403);
    const limits = await callRoute(limitsRoute, { method: "PUT", body: {}, token });
    expect(limits.status).toBe(403);
  }
  expect((await callRoute(houseRoute, { token: tokens.reader })).status).toBe(200);
  expect((await move({}, { token: tokens.reader })).status).toBe(403);
  expect((await move({}, { token: tokens.finance })).status).toBe(201);
});
