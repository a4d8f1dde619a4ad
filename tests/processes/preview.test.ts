import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { prisma } from "@/lib/platform/db";
import type { OpenTradeResponse, TradeDto, UserTradesResponse } from "@/lib/trading/schema";
import { newKey, trader } from "@/tests/integration/trading/support";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { freePort } from "@/tests/support/processes/app-process";
import { toldToUsers } from "@/tests/support/told";

// `next build && next start`, as hosts run that know nothing of server.ts: no sockets, no loops. A
// clock outside calls POST /api/cron/{job}, and that alone has to carry an option to its end.

// The build may have to be made first.
jest.setTimeout(300_000);

const CRON_SECRET = "the-outside-clock-of-the-test";
let server: ChildProcess;
let origin: string;
let said = "";
let ended: Promise<unknown>;

const environment = () => ({
  ...process.env,
  NODE_ENV: "production" as const,
  CRON_SECRET,
  MARKET_SOURCE: "simulated",
  MARKET_TICK_MS: "200",
  RATE_LIMIT_FACTOR: "100",
  ADMIN_PASSWORD: "first-admin-of-the-preview",
  LOG_LEVEL: "error",
});

beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "pipe" });
  execFileSync(process.execPath, ["dist/scripts/seed.mjs"], { env: environment(), stdio: "pipe" });
  await asOwner().setting.create({
    data: { key: "optionDurations", value: [{ seconds: 5, payoutRate: "0.80" }] },
  });
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const next = join("node_modules", "next", "dist", "bin", "next");
  server = spawn(
    process.execPath,
    [next, "start", "--port", String(port), "--hostname", "127.0.0.1"],
    { env: environment(), stdio: ["ignore", "pipe", "pipe"] },
  );
  ended = new Promise((resolve) => server.once("close", resolve));
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  await until(
    "it answers",
    () =>
      fetch(`${origin}/api/health`)
        .then(() => true)
        .catch(() => false),
    60_000,
  );
});

afterAll(async () => {
  server.kill("SIGKILL");
  await ended;
});

async function json<T>(path: string, init?: RequestInit): Promise<{ status: number; body: T }> {
  const response = await fetch(origin + path, init);
  return { status: response.status, body: (await response.json()) as T };
}

const cron = (job: string, secret = CRON_SECRET) =>
  json<{ ran: boolean }>(`/api/cron/${job}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}` },
  });

it("says that clients must poll", async () => {
  expect((await json("/api/realtime")).body).toEqual({ success: true, socket: false });
});

it("serves pages whose every script carries the nonce of their policy", async () => {
  const response = await fetch(`${origin}/login`);
  expect(response.status).toBe(200);
  const [, nonce] =
    /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "") ?? [];
  const scripts =
    (await response.text()).match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
});

it("takes an option from its price to its result by the outside clock alone", async () => {
  const { token, user } = await trader();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const openOption = () =>
    json<OpenTradeResponse & { code?: string }>("/api/trades", {
      method: "POST",
      headers: { ...headers, "idempotency-key": newKey() },
      body: JSON.stringify({ type: "option", direction: "up", amount: "10", duration: 5 }),
    });
  expect(await openOption()).toMatchObject({ status: 503, body: { code: "MARKET_STALE" } });
  expect((await cron("market", "somebody else's guess")).status).toBe(401);

  // It answers when its 50 seconds are over; the instance is gone by then.
  const running = cron("market").catch(() => null);
  await until(
    "there is a price",
    async () => (await prisma.$queryRaw<unknown[]>`SELECT 1 FROM market_head`).length > 0,
  );
  expect((await cron("market")).body).toMatchObject({ ran: false });
  const opened = await openOption();
  expect(opened.status).toBe(201);

  const result = await until(
    "it is settled",
    async () => {
      expect((await cron("settlement")).status).toBe(200);
      const { body } = await json<UserTradesResponse>("/api/trades/user?type=option", { headers });
      return body.trades.find(({ settledAt }: TradeDto) => settledAt !== null);
    },
    30_000,
  );
  expect(result).toMatchObject({ id: opened.body.trade.id, simulated: true });
  expect(["won", "lost", "refunded"]).toContain(result.status);
  expect((await cron("queue")).body).toMatchObject({ ran: true });
  expect(await toldToUsers.count({ where: { userId: user.id, title: "Option settled" } })).toBe(1);
  expect(said).not.toMatch(/error/i);
  // As a host ends an instance, whatever it is doing.
  server.kill("SIGKILL");
  expect(await running).toBeNull();
});
