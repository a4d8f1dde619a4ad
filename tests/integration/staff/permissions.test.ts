import { randomUUID } from "node:crypto";
import { apiRoutes } from "@/app/api/manifest";
import { POST as openTrade } from "@/app/api/trades/route";
import { PUT as setWithdrawPassword } from "@/app/api/user/set-withdraw-password/route";
import { POST as withdraw } from "@/app/api/withdrawals/route";
import { prisma } from "@/lib/platform/db";
import type { RouteDeclaration, RouteHandler } from "@/lib/platform/http";
import {
  BUILT_IN_ROLES,
  MONEY_PERMISSIONS,
  may,
  type Needed,
  STAFF_AREAS,
  type StaffArea,
} from "@/lib/sessions/permission-rules";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import {
  createTestAdmin,
  createTestUser,
  signedInAdmin,
  signedInUser,
  signInAs,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { aiTrader, openMarket, startedRun, type TestTrader, tick } from "../ai/support";
import { place } from "../orders/support";
import { subscribe } from "../savings/support";
import { AREAS_OPENED, PRIVATE } from "./areas-opened";

// Every endpoint of the manifest against everybody who could call it. What an endpoint allows is
// read from its declaration; a new endpoint is in here without a line of its own.

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Found = {
  name: string;
  path: string;
  method: (typeof METHODS)[number];
  handler: RouteHandler;
  declaration: RouteDeclaration;
};

async function findEndpoints(): Promise<Found[]> {
  const found: Found[] = [];
  for (const { path, load } of apiRoutes) {
    const handlers = (await load()) as Partial<Record<string, RouteHandler>>;
    for (const method of METHODS) {
      const handler = handlers[method];
      const declaration = handler?.declaration;
      if (handler && declaration) {
        found.push({ name: `${method} ${path}`, path, method, handler, declaration });
      }
    }
  }
  return found;
}

let all: Found[];
const withAuth = (auth: RouteDeclaration["auth"]) =>
  all.filter(({ declaration }) => declaration.auth === auth);

/** What an input has to say before its object is looked for. */
const INPUTS: Record<string, object> = {
  "PATCH /api/recurring/{id}": { paused: true },
  "PATCH /api/savings/user/{id}": { autoRenew: "all" },
};

/** Calls with ids of nothing and no input: whether one may call is decided before both. */
async function call(
  { path, method, handler }: Found,
  token?: string,
  id: string = randomUUID(),
  others: Record<string, string> = {},
) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => (name ? [name] : []));
  const response = await callRaw(handler, {
    method,
    path: path.replace(/\{\w+\}/g, id),
    params: { ...Object.fromEntries(names.map((name) => [name, id])), ...others },
    token,
    body: method === "GET" ? undefined : (INPUTS[`${method} ${path}`] ?? {}),
    idempotencyKey: randomUUID(),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const body = isJson ? ((await response.json()) as { code?: string }) : {};
  return { status: response.status, code: body.code };
}

/** The endpoints that do not answer as expected, with what they answered. */
async function deviations(
  endpoints: Found[],
  answer: (endpoint: Found) => Promise<{ status: number; code?: string }>,
  isRight: (got: { status: number; code?: string }, endpoint: Found) => boolean,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const got = await answer(endpoint);
    if (!isRight(got, endpoint)) wrong.push(`${endpoint.name}: ${got.status} ${got.code ?? ""}`);
  }
  return wrong;
}

const isRefused = ({ status, code }: { status: number; code?: string }) =>
  status === 403 && code === "FORBIDDEN";
/** Let in: whatever the endpoint then says of an empty input. */
const isLetIn = (got: { status: number; code?: string }) =>
  got.status !== 401 && !isRefused(got) && got.status < 500;

beforeAll(async () => {
  all = await findEndpoints();
  await openMarket();
  await tick("4000");
});

it("knows every endpoint", () => {
  expect(all.length).toBeGreaterThan(apiRoutes.length);
  expect(withAuth("admin").length).toBeGreaterThan(40);
});

it("opens these to everybody, and nothing else", () => {
  expect(withAuth("public").map(({ name }) => name)).toEqual(PUBLIC);
});
/** Adding to this list is a decision. */
const PUBLIC = [
  "POST /api/auth/approve-device",
  "POST /api/auth/forgot-password",
  "POST /api/auth/freeze",
  "POST /api/auth/login",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/options",
  "POST /api/auth/register",
  "POST /api/auth/reset-password",
  "POST /api/auth/unfreeze",
  "POST /api/auth/unfreeze-link",
  "POST /api/auth/verify-email",
  "GET /api/customer-service",
  "GET /api/documents/language/{lang}",
  "GET /api/documents/languages",
  "GET /api/files/{id}",
  "GET /api/health",
  "GET /api/push/key",
  "GET /api/realtime",
  "GET /api/settings/config",
  "POST /api/support",
  "GET /api/support/hours",
  "GET /api/transparency/board",
  "GET /api/transparency/liabilities",
  "GET /api/transparency/liabilities/{run}/{file}",
  "GET /api/transparency/reserves",
  "GET /api/unsubscribe",
  "POST /api/unsubscribe",
  "POST /api/user/validate-referral",
  "GET /api/xaut/kline",
  "GET /api/xaut/price",
];

it("answers nobody with 401 wherever one must be known", async () => {
  const closed = all.filter(({ declaration }) => declaration.auth !== "public");
  const isUnknown = ({ status }: { status: number }) => status === 401;
  expect(await deviations(closed, (endpoint) => call(endpoint), isUnknown)).toEqual([]);
});

it("answers a forged token with 401", async () => {
  const closed = all.filter(({ declaration }) => declaration.auth !== "public");
  const isUnknown = ({ status }: { status: number }) => status === 401;
  const forged = (endpoint: Found) => call(endpoint, "eyJhbGciOiJIUzI1NiJ9.e30.forged");
  expect(await deviations(closed, forged, isUnknown)).toEqual([]);
});

it("lets a user in at user endpoints, and refuses them at staff's", async () => {
  const user = await createTestUser();
  // Some endpoints end sessions.
  const asUser = async (endpoint: Found) => {
    const ends = endpoint.path === "/api/user/freeze";
    return call(endpoint, await signInAs(ends ? await createTestUser() : user));
  };
  expect(await deviations(withAuth("user"), asUser, isLetIn)).toEqual([]);
  expect(await deviations(withAuth("admin"), asUser, isRefused)).toEqual([]);
});

it("lets whoever has a one-time password choose another, and nothing else", async () => {
  const admin = await createTestAdmin();
  await asOwner().user.update({ where: { id: admin.id }, data: { mustChangePassword: true } });
  const closed = [...withAuth("user"), ...withAuth("admin")];
  const isLedOn = ({ code }: { code?: string }) => code === "PASSWORD_CHANGE_REQUIRED";
  const asNew = async (endpoint: Found) => call(endpoint, await signInAs(admin));
  const open = await deviations(closed, asNew, isLedOn);
  expect(open.map((one) => one.split(":")[0])).toEqual([
    "POST /api/auth/logout",
    "GET /api/auth/profile",
    "PUT /api/user/change-password",
  ]);
});

/** What an area opened: its own endpoints, and "read" whatever only shows and is no letter. */
function openedBy(area: StaffArea, { name, method }: Found): boolean {
  const isOwn = (AREAS_OPENED[area] as readonly string[]).includes(name);
  if (area === "support") return isOwn || (PRIVATE as readonly string[]).includes(name);
  const isOpened = Object.values(AREAS_OPENED).some((names) =>
    (names as readonly string[]).includes(name),
  );
  return isOwn || (area === "read" && method === "GET" && isOpened);
}

it.each(STAFF_AREAS)("opens with the area %s exactly what it opened before", (area) => {
  const rights = { isAdmin: true, permissions: [area] };
  const known = [...Object.values(AREAS_OPENED).flat(), ...PRIVATE] as string[];
  const endpoints = withAuth("admin").filter(({ name }) => known.includes(name));
  expect(endpoints).toHaveLength(known.length);
  const wrong = endpoints.filter(
    (one) => may(rights, one.declaration.permission as Needed) !== openedBy(area, one),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it.each([...STAFF_AREAS, "*"])("lets staff with %s in at their endpoints only", async (given) => {
  const rights = { isAdmin: true, permissions: [given] };
  const { token } = await signedInAdmin(rights);
  const mayCall = ({ declaration: { permission, isForAllStaff } }: Found) =>
    isForAllStaff || may(rights, permission as Needed);
  const staff = withAuth("admin");
  const wrong = await deviations(
    staff,
    (endpoint) => call(endpoint, token),
    (got, endpoint) => (mayCall(endpoint) ? isLetIn(got) : isRefused(got)),
  );
  expect(wrong).toEqual([]);
  expect(staff.filter(mayCall).length).toBeGreaterThan(0);
});

it.each(BUILT_IN_ROLES)("lets the role %s in at its endpoints only", async (key) => {
  const role = await prisma.staffRole.findUniqueOrThrow({ where: { key } });
  const member = await createTestAdmin();
  await asOwner().user.update({ where: { id: member.id }, data: { staffRoleId: role.id } });
  const rights = { isAdmin: true, permissions: role.permissions };
  const mayCall = ({ declaration: { permission, isForAllStaff } }: Found) =>
    isForAllStaff || may(rights, permission as Needed);
  const token = await signInAs(member);
  const wrong = await deviations(
    withAuth("admin"),
    (endpoint) => call(endpoint, token),
    (got, endpoint) => (mayCall(endpoint) ? isLetIn(got) : isRefused(got)),
  );
  expect(wrong).toEqual([]);
  const acting = ["support", "payments"].includes(key) ? MONEY_PERMISSIONS : [];
  const held = acting.filter((one) => may(rights, one));
  expect(held).toEqual(
    key === "payments" ? ["deposits.confirm", "withdrawals.approve", "withdrawals.complete"] : [],
  );
});

it("takes HEAD for reading, as Next answers it by GET", async () => {
  const { token } = await signedInAdmin({ permissions: ["read"] });
  const list = all.find(({ name }) => name === "GET /api/admin/withdrawals");
  const answer = await callRaw(list!.handler, { method: "HEAD", token });
  expect(answer.status).toBe(200);
});

it("refuses staff whose rights or account are gone, though their session is not", async () => {
  const admin = await createTestAdmin();
  const token = await signInAs(admin);
  await signedInAdmin();
  await asOwner().user.update({ where: { id: admin.id }, data: { permissions: [] } });
  const asFormer = (endpoint: Found) => call(endpoint, token);
  expect(await deviations(withAuth("admin"), asFormer, isRefused)).toEqual([]);
});

/** `others` are what else a path names. */
type Owned = { id: string; token: string; others?: Record<string, string> };

async function newWithdrawal({ token }: TestTrader) {
  const withdrawPassword = "withdraw me";
  const password = TEST_PASSWORD;
  await callRoute(setWithdrawPassword, {
    method: "PUT",
    token,
    body: { password, withdrawPassword },
  });
  const { body } = await callRoute<{ withdrawal: { id: string } }>(withdraw, {
    token,
    body: {
      currency: "USDT",
      network: "TRC20",
      address: ADDRESSES.TRC20,
      amount: "100",
      withdrawPassword,
    },
  });
  return body.withdrawal;
}

async function ownSaving(): Promise<Owned> {
  const { user, token } = await aiTrader();
  await fundInterest(1_000_000_000n);
  const plan = await createPlanRow();
  const { body } = await subscribe({ id: user.id, token }, plan.id, "100");
  return { id: body.record.id, token };
}

/** Somebody's object for each path that names one; "shared" where the object is nobody's. */
const OBJECTS: Record<string, "shared" | (() => Promise<Owned>)> = {
  "/api/savings/{id}": "shared",
  "/api/alerts/{id}": ownedBy(({ user }) =>
    asOwner().priceAlert.create({
      data: { userId: user.id, direction: "above", priceE8: 1_000_000n, createdAt: new Date() },
    }),
  ),
  "/api/chat/mark-read/{id}": ownedBy(({ user }) =>
    prisma.chat.create({ data: { userId: user.id } }),
  ),
  "/api/notifications/{id}": ownedBy(({ user }) =>
    prisma.notification.create({
      data: { userId: user.id, type: "test", title: "Title", message: "Message" },
    }),
  ),
  "/api/orders/{id}": ownedBy(async (owner) => (await place(owner, { price: "1" })).body.order),
  "/api/recurring/{id}": ownedBy(({ user }) =>
    asOwner().recurringBuy.create({
      data: {
        ...{ userId: user.id, requestKey: "k", inputHash: Buffer.alloc(32), amountMicro: 1n },
        ...{
          every: "day",
          minute: 0,
          target: "available",
          nextAt: new Date(),
          createdAt: new Date(),
        },
      },
    }),
  ),
  "/api/savings/user/{id}": ownSaving,
  "/api/savings/user/refund/{id}": ownSaving,
  "/api/trades/{id}": ownedBy(async (owner) => {
    const order = { type: "manual", side: "buy", amount: "10" };
    const { body } = await callRoute<{ trade: { id: string } }>(openTrade, {
      token: owner.token,
      body: order,
      idempotencyKey: randomUUID(),
    });
    return body.trade;
  }),
  "/api/trades/ai/runs/{id}": ownedBy(async (owner) => ({ id: await startedRun(owner) })),
  "/api/trades/setups/{id}": ownedBy(async ({ user }) =>
    prisma.tradeSetup.create({
      data: {
        userId: user.id,
        createdById: (await createTestAdmin()).id,
        strategy: "dca",
        params: { interval: "1d", purchases: 4, every: 1 },
        amountMicro: 60_000_000n,
      },
    }),
  ),
  "/api/user/passkeys/{id}": ownedBy(({ user }) =>
    prisma.passkey.create({
      data: {
        ...{ userId: user.id, credentialId: randomUUID(), name: "Phone" },
        ...{ publicKey: new Uint8Array(8), counter: 0n, synced: false },
      },
    }),
  ),
  "/api/user/sessions/{id}": ownedBy(async ({ user }) => {
    await signInAs(user);
    return prisma.session.findFirstOrThrow({
      where: { userId: user.id },
      orderBy: { createdAt: "desc" },
    });
  }),
  "/api/user/withdrawal-addresses/{id}": ownedBy(({ user }) =>
    asOwner().withdrawalAddress.create({
      data: {
        userId: user.id,
        currency: "USDT",
        network: "TRC20",
        address: ADDRESSES.TRC20,
        label: "Mine",
        usableFrom: new Date(),
      },
    }),
  ),
  "/api/user/proofs/{kind}/{id}": async () => ({
    ...(await ownedBy(newWithdrawal)()),
    others: { kind: "withdrawal" },
  }),
  "/api/withdrawals/{id}": ownedBy(newWithdrawal),
};

function ownedBy(make: (owner: TestTrader) => Promise<{ id: string }>): () => Promise<Owned> {
  return async () => {
    const owner = await aiTrader();
    return { id: (await make(owner)).id, token: owner.token };
  };
}

it("shows nobody another user's object, not even that there is one", async () => {
  const named = withAuth("user").filter(({ path }) => path.includes("{id}"));
  expect(named.length).toBeGreaterThan(8);
  const { token: stranger } = await signedInUser();
  const { token: contentStaff } = await signedInAdmin({ permissions: ["content"] });
  for (const endpoint of named) {
    const prefix = Object.keys(OBJECTS)
      .filter((each) => endpoint.path === each || endpoint.path.startsWith(`${each}/`))
      .at(-1);
    // A new kind of object: say in OBJECTS how one is made.
    expect([endpoint.name, prefix]).toEqual([endpoint.name, expect.any(String)]);
    const make = OBJECTS[prefix ?? ""];
    if (make === "shared" || !make) continue;
    const { id, token, others } = await make();
    const seen = await call(endpoint, stranger, id, others);
    expect([endpoint.name, seen.status]).toEqual([endpoint.name, 404]);
    // Staff of another area may learn that they lack rights.
    const asStaff = await call(endpoint, contentStaff, id, others);
    expect([endpoint.name, [403, 404].includes(asStaff.status)]).toEqual([endpoint.name, true]);
    const own = await call(endpoint, token, id, others);
    expect([endpoint.name, isLetIn(own) && own.status !== 404]).toEqual([endpoint.name, true]);
  }
});
