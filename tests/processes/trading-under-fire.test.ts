import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { formatReport, verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { defaultSettings } from "@/lib/settings/schema";
import { pngImage } from "@/tests/e2e/support/api";
import { fund as give } from "@/tests/factories/funds";
import { createTestAdmin, createTestUser, signInAs } from "@/tests/factories/users";
import { LoadClient, pick, randomKey, think } from "@/tests/support/load-client";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { LogWatch, WitnessProcess } from "@/tests/support/processes/log-watch";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "@/tests/support/processes/pgbouncer";
import { IS_LONG } from "@/tests/support/size";

// At which shares of the run an instance is killed, and the witness. A killed database is what cluster.test.ts is for.
const [USERS, ADMINS, RUN_MS, KILLS, WITNESS_KILL] = IS_LONG
  ? [200, 20, 600_000, [0.25, 0.6], 0.45]
  : [40, 4, 20_000, [0.35], 0.7];
const USER_THINKS_MS = 4_000;
const ADMIN_THINKS_MS = 2_000;
const OPENING_MICRO = 1_000_000_000n;
const WITHDRAW_PASSWORD = "withdraw-1";
const TRON_ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

type Member = { id: string; token: string };

/** What the clients were told: everything in here must be true in the end. */
const told = {
  options: new Map<string, { user: string; amount: string }>(),
  confirmed: new Map<string, number>(),
  completed: new Map<string, number>(),
  withdrawals: 0,
};

/** Of the pooler, for both instances together: far fewer than they would hold by themselves. */
const POOLED_CONNECTIONS = 10;

const instances: AppProcess[] = [];
let pooler: PgBouncer | undefined;
let witness: WitnessProcess;
let watch: LogWatch | undefined;

async function startInstance(port: number): Promise<AppProcess> {
  const direct = process.env.DATABASE_URL ?? "";
  const app = new AppProcess(newDataDir(), port, {
    ...(pooler
      ? { DATABASE_URL: pooler.url, DATABASE_SESSION_URL: direct, APP_DATABASE_PASSWORD: "test" }
      : { DATABASE_URL: direct }),
    MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL ?? "",
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? "",
    DATA_DIR: process.env.DATA_DIR ?? "",
    RATE_LIMIT_FACTOR: "1000",
    BCRYPT_COST: "4",
    LOG_LEVEL: "error",
    LOG_WITNESSES: witness.url,
  });
  instances.push(app);
  await app.ready();
  return app;
}

function killGroup(app: AppProcess): Promise<unknown> {
  if (app.child.pid === undefined) throw new Error("It never started");
  process.kill(-app.child.pid, "SIGKILL");
  return app.exited;
}

async function createMembers(count: number, isAdmin: boolean): Promise<Member[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const user = isAdmin
        ? await createTestAdmin()
        : await createTestUser({ withdrawPassword: WITHDRAW_PASSWORD });
      return { id: user.id, token: await signInAs(user) };
    }),
  );
}

async function fund(users: Member[]): Promise<void> {
  for (const { id } of users) {
    await give({ user: id, kind: "available", currency: "USDT" }, OPENING_MICRO);
    await prisma.riskAcceptance.create({ data: { userId: id, product: "option", version: 1 } });
  }
}

async function trade(client: LoadClient, { token, id }: Member): Promise<void> {
  const amount = `${1 + Math.floor(Math.random() * 50)}.${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`;
  const { status, body } = await client.send({
    method: "POST",
    path: "/api/trades",
    token,
    key: randomKey(),
    body: { type: "option", direction: pick(["up", "down"]), amount, duration: pick([5, 10]) },
  });
  if (status === 201) {
    const opened = body.trade as { id: string };
    expect(told.options.has(opened.id)).toBe(false);
    told.options.set(opened.id, { user: id, amount });
  }
}

async function deposit(client: LoadClient, { token }: Member, walletId: string): Promise<void> {
  await client.send({
    method: "POST",
    path: "/api/deposits",
    token,
    key: randomKey(),
    form: () => {
      const form = new FormData();
      form.set("walletId", walletId);
      form.set("amount", "25.5");
      form.set("transactionHash", randomBytes(32).toString("hex"));
      const proof = new Blob([new Uint8Array(pngImage(8, 8))], { type: "image/png" });
      form.set("proof", proof, "proof.png");
      return form;
    },
  });
}

async function withdraw(client: LoadClient, { token }: Member): Promise<void> {
  const { status, body } = await client.send({
    method: "POST",
    path: "/api/withdrawals",
    token,
    key: randomKey(),
    body: {
      currency: "USDT",
      network: "TRC20",
      address: TRON_ADDRESS,
      amount: "12.345678",
      withdrawPassword: WITHDRAW_PASSWORD,
    },
  });
  if (status !== 201) return;
  told.withdrawals += 1;
  if (Math.random() < 0.5) return;
  const { id } = body.withdrawal as { id: string };
  await client.send({ method: "PUT", path: `/api/withdrawals/${id}/cancel`, token, body: {} });
}

async function actAsUser(client: LoadClient, user: Member, walletId: string, endsAt: number) {
  while (Date.now() < endsAt) {
    await think(USER_THINKS_MS);
    const dice = Math.random();
    if (dice < 0.6) await trade(client, user);
    else if (dice < 0.75) await withdraw(client, user);
    else if (dice < 0.85) await deposit(client, user, walletId);
    else await client.send({ method: "GET", path: "/api/auth/balance", token: user.token });
  }
}

async function actAsAdmin(client: LoadClient, { token }: Member, endsAt: number): Promise<void> {
  const list = async (path: string, member: string) => {
    const { body } = await client.send({ method: "GET", path, token });
    return (body[member] ?? []) as { id: string }[];
  };
  const process = async (path: string, body: Record<string, unknown>) =>
    (await client.send({ method: "PUT", path, token, body })).status;
  while (Date.now() < endsAt) {
    await think(ADMIN_THINKS_MS);
    const deposits = await list("/api/admin/deposits?status=pending&limit=20", "deposits");
    if (deposits.length > 0) {
      const { id } = pick(deposits);
      const action = Math.random() < 0.8 ? "confirm" : "reject";
      const status = await process(`/api/admin/deposits/${id}/process`, {
        action,
        adminNotes: "load test",
      });
      if (status === 200 && action === "confirm") count(told.confirmed, id);
    }
    const withdrawals = await list("/api/admin/withdrawals?limit=50", "withdrawals");
    const open = withdrawals.filter((row) =>
      ["pending", "processing"].includes((row as { status?: string }).status ?? ""),
    );
    if (open.length === 0) continue;
    const { id } = pick(open);
    const path = `/api/admin/withdrawals/${id}/process`;
    const action = pick(["approve", "complete", "reject"]);
    const status = await process(path, {
      action,
      adminNotes: "load test",
      ...(action === "complete" ? { transactionHash: randomBytes(32).toString("hex") } : {}),
    });
    if (status === 200 && action === "complete") count(told.completed, id);
  }
}

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

afterAll(async () => {
  // Also after a failure: whatever is left looking would keep the run from ending.
  await Promise.all([...instances.map((app) => app.stop()), witness.kill(), watch?.stop()]);
  await pooler?.stop();
}, 60_000);

const WAY = hasPgBouncer ? "through PgBouncer" : "without PgBouncer, which is not installed";

it(`loses nothing, settles each option once and keeps one log while instances are killed under ${USERS} traders, ${WAY}`, async () => {
  if (hasPgBouncer) {
    pooler = await startPgBouncer(process.env.DATABASE_URL ?? "", POOLED_CONNECTIONS);
  }
  await asOwner().setting.createMany({
    data: [
      {
        key: "optionDurations",
        value: [5, 10].map((seconds) => ({ seconds, payoutRate: "0.80" })),
      },
      { key: "optionEntryDelayMs", value: 0 },
      { key: "dailyTradeLimit", value: 100_000 },
      { key: "withdrawalDailyLimit", value: defaultSettings.withdrawalDailyLimit },
    ],
  });
  witness = await WitnessProcess.create();
  const ports = [await freePort(), await freePort()];
  const sites = ports.map((port) => `http://127.0.0.1:${port}`);
  const [first = 0, second = 0] = ports;
  await startInstance(first);
  let victim = await startInstance(second);
  // After the start: a demo is not made of a database that has users.
  const users = await createMembers(USERS, false);
  const admins = await createMembers(ADMINS, true);
  await fund(users);
  const wallet = await prisma.wallet.findFirstOrThrow({
    where: { currency: "USDT", network: "TRC20" },
  });

  const client = new LoadClient(sites);
  await witness.start(sites[1] ?? "");
  const watching = new LogWatch(sites);
  watch = watching;
  const startedAt = Date.now();
  const endsAt = startedAt + RUN_MS;
  const crashes = (async () => {
    // By the clock and by nothing that happens: it must hurt at whatever moment.
    for (const share of KILLS) {
      await delay(Math.max(0, startedAt + RUN_MS * share - Date.now()));
      await killGroup(victim);
      victim = await startInstance(second);
    }
  })();
  const blindness = (async () => {
    await delay(RUN_MS * WITNESS_KILL);
    await witness.kill();
    await witness.start(sites[0] ?? "");
  })();
  await Promise.all([
    crashes,
    blindness,
    ...users.map((user) => actAsUser(client, user, wallet.id, endsAt)),
    ...admins.map((admin) => actAsAdmin(client, admin, endsAt)),
  ]);

  await until(
    "all options are settled",
    async () => (await prisma.trade.count({ where: { status: "open" } })) === 0,
    60_000,
  );
  expect(client.lost).toEqual([]);
  expect(client.serverErrors).toEqual([]);
  // A run that hardly traded, whose payments were all refused or that was never interrupted would prove nothing.
  expect(told.options.size).toBeGreaterThan(USERS);
  expect(told.confirmed.size).toBeGreaterThan(0);
  expect(told.withdrawals).toBeGreaterThan(0);
  expect(client.resent).toBeGreaterThan(0);

  await watching.stop();
  expect(await watching.contradictions(sites[0] ?? "", witness.key)).toEqual([]);
  expect(witness.output).not.toContain("CONTRADICTS");
  const { checkpoints, cosigned } = watching.count(witness.key);
  // A log that stood still, or that nobody signed, would prove nothing.
  expect(checkpoints).toBeGreaterThan(RUN_MS / 4_000);
  expect(cosigned).toBeGreaterThan(0);

  const report = await verifyLedger();
  expect(formatReport(report)).toContain("The ledger verifies.");
  expect(report.ok).toBe(true);

  const trades = await prisma.trade.findMany({ where: { id: { in: [...told.options.keys()] } } });
  expect(trades).toHaveLength(told.options.size);
  for (const [id, times] of [...told.confirmed, ...told.completed])
    expect([id, times]).toEqual([id, 1]);
  const settledTwice = await prisma.$queryRaw<unknown[]>`
    SELECT t.reference_id FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
    WHERE j.kind = 'option_settle' GROUP BY t.reference_id HAVING count(DISTINCT j.id) > 1`;
  expect(settledTwice).toEqual([]);
  const sums = await prisma.$queryRaw<{ currency: string; total: bigint }[]>`
    SELECT currency, sum(balance_micro)::bigint AS total FROM ledger_account GROUP BY currency`;
  expect(sums.map(({ total }) => total)).toEqual(sums.map(() => 0n));
}, 1_200_000);
