import { setTimeout as delay } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import type { BalanceDto } from "@/lib/accounts/schema";
import type { MyChatResponse } from "@/lib/chat/schema";
import {
  isConnected,
  joinPages,
  type MessagePage,
  type Thread,
  withNewest,
} from "@/lib/chat/thread-rules";
import type { NotificationList } from "@/lib/notifications/schema";
import { prisma } from "@/lib/platform/db";
import type { PublicConfig } from "@/lib/settings/schema";
import type { OpenTradeResponse, UserTradesResponse } from "@/lib/trading/schema";
import { signedInAdmin, TEST_PASSWORD } from "@/tests/factories/users";
import { newKey, trader } from "@/tests/integration/trading/support";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { CuttableProxy } from "@/tests/support/processes/cuttable-proxy";
import { hasRedis, startRedis } from "@/tests/support/processes/redis-server";

// Two instances on one database, and people who are connected to one while things happen on the
// other; then one of them without a network for 20 seconds. Where Redis is installed it carries the events, and is
// killed and started again meanwhile.

jest.setTimeout(300_000);

// Several tries to connect again fail meanwhile, until the pauses between them have become their longest.
const OUTAGE_MS = 20_000;
const OPTION_SECONDS = 5;
const MISSED = 40;

const instances: AppProcess[] = [];
const proxies: CuttableProxy[] = [];
const sockets: Socket[] = [];

let redisPort = 0;
let killRedis: (() => Promise<void>) | undefined;

async function startInstance(): Promise<AppProcess> {
  const app = new AppProcess(newDataDir(), await freePort(), {
    DATABASE_URL: process.env.DATABASE_URL ?? "",
    MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL ?? "",
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET ?? "",
    DATA_DIR: process.env.DATA_DIR ?? "",
    RATE_LIMIT_FACTOR: "1000",
    MARKET_TICK_MS: "250",
    LOG_LEVEL: "info",
    ...(hasRedis ? { REDIS_URL: `redis://127.0.0.1:${redisPort}` } : {}),
  });
  instances.push(app);
  await app.ready();
  return app;
}

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await Promise.all(instances.map((app) => app.stop()));
  await killRedis?.();
}, 60_000);

/** How often an instance has said since it started that it hears the others through Redis, or not any more. */
const said = ({ output }: AppProcess, event: string) =>
  output.split(`"realtime.${event}"`).length - 1;

/** Both instances hear the events of the database through one of them. */
const areJoined = (times: number) =>
  until("one instance hears the other through Redis", () => {
    const following = instances.reduce((sum, app) => sum + said(app, "following"), 0);
    return following >= times;
  });

/** Redis goes for a while, and somebody who is told things all the time has to fetch once what they missed. */
async function loseRedis(listener: Client, speak: () => Promise<void>): Promise<void> {
  await killRedis?.();
  await speak();
  await until("it listens to the database again", () =>
    instances.some((app) => said(app, "listening_again") > 0),
  );
  await listener.hears("resync");
  await speak();
  killRedis = await startRedis(redisPort);
  await areJoined(2);
  await speak();
}

type Heard = { event: string; data: Record<string, unknown> };

/** Somebody at a browser: a socket through a cable of its own, and requests to the same instance. */
class Client {
  readonly heard: Heard[] = [];
  /** How often it had to fetch again what it may have missed. */
  resyncs = 0;
  thread: Thread | undefined;

  private constructor(
    private readonly origin: string,
    private readonly token: string,
    readonly cable: CuttableProxy,
    readonly socket: Socket,
  ) {}

  static async connect(app: AppProcess, userId: string, token: string): Promise<Client> {
    const cable = await CuttableProxy.to(app.port);
    proxies.push(cable);
    // As the site's own client connects, see lib/platform/client/realtime.
    const socket = io(`http://127.0.0.1:${cable.port}`, {
      auth: { token },
      transports: ["polling", "websocket"],
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 10_000,
      forceNew: true,
    });
    sockets.push(socket);
    const client = new Client(app.url, token, cable, socket);
    let registered = 0;
    socket.on("connect", () =>
      socket.emit("register", userId, () => {
        registered += 1;
        if (registered > 1) client.resyncs += 1;
      }),
    );
    socket.onAny((event: string, data: Record<string, unknown>) =>
      client.heard.push({ event, data }),
    );
    await until("the socket is registered", () => registered > 0);
    await client.catchUp();
    return client;
  }

  async call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        "content-type": "application/json",
        "idempotency-key": newKey(),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer;
  }

  say(message: string, chatId?: string) {
    return this.call<{ chatMessage: { id: string } }>("/chat/send-message", "POST", {
      message,
      chatId,
    });
  }

  /** Fetches the conversation back to what is known, as the chat screen does. */
  async catchUp(): Promise<void> {
    const page = (cursor: string | null) =>
      this.call<MyChatResponse>(`/chat/my-chat?limit=30${cursor ? `&cursor=${cursor}` : ""}`);
    let fetched: MessagePage = await page(null);
    while (!isConnected(this.thread, fetched)) {
      fetched = joinPages(fetched, await page(fetched.nextCursor));
    }
    this.thread = withNewest(this.thread, fetched);
  }

  get texts(): (string | null)[] {
    return this.thread?.messages.map(({ text }) => text) ?? [];
  }

  hears(event: string, matches: (data: Record<string, unknown>) => boolean = () => true) {
    return until(
      `${event} arrives`,
      () => this.heard.find((item) => item.event === event && matches(item.data)),
      15_000,
    );
  }

  count(event: string): number {
    return this.heard.filter((item) => item.event === event).length;
  }
}

async function openOption(client: Client): Promise<string> {
  const body = { type: "option", direction: "up", amount: "10", duration: OPTION_SECONDS };
  const { trade } = await client.call<OpenTradeResponse>("/trades", "POST", body);
  return trade.id;
}

const isSettled = async (client: Client, id: string) => {
  const { trades } = await client.call<UserTradesResponse>("/trades/user");
  return trades.filter((trade) => trade.id === id && trade.settledAt !== null).length === 1;
};

const CARRIER = hasRedis ? "through Redis" : "without Redis, which is not installed";

it(`tells everybody on every instance ${CARRIER}, and a client without a network for 20 s misses nothing`, async () => {
  redisPort = await freePort();
  if (hasRedis) killRedis = await startRedis(redisPort);
  await asOwner().setting.createMany({
    data: [
      { key: "optionDurations", value: [{ seconds: OPTION_SECONDS, payoutRate: "0.80" }] },
      { key: "optionEntryDelayMs", value: 0 },
    ],
  });
  const [first, second] = [await startInstance(), await startInstance()];
  if (hasRedis) await areJoined(1);
  const [{ user, token }, staff] = await Promise.all([
    trader({ usdt: "1000" }),
    signedInAdmin({ permissions: ["support", "users"] }),
  ]);
  const full = await signedInAdmin();
  const near = await Client.connect(first, user.id, token);
  const far = await Client.connect(second, user.id, token);
  const support = await Client.connect(second, staff.user.id, staff.token);
  const admin = await Client.connect(first, full.user.id, full.token);
  const chatId = near.thread?.chat.id ?? "";
  const give = () =>
    admin.call(`/admin/users/${user.id}/manage-balance`, "PUT", {
      amount: "25",
      operation: "add",
      reason: "Sent across instances",
    });

  // Chat: asked on one instance, heard by support on the other, and answered there.
  const asked = (await near.say("Is anybody there?")).chatMessage.id;
  await Promise.all(
    [far, support].map((client) => client.hears("chat:message", ({ id }) => id === asked)),
  );
  const answered = (await support.say("Yes.", chatId)).chatMessage.id;
  await Promise.all(
    [near, far].map((client) => client.hears("chat:message", ({ id }) => id === answered)),
  );
  await Promise.all(
    [near, far].map((client) =>
      client.hears("notification", ({ title }) => title === "New message from support"),
    ),
  );
  await near.call(`/chat/mark-read/${chatId}`, "PUT", {});
  await support.hears("chat:read", ({ reader }) => reader === "user");

  // Balance and trade results.
  await give();
  const hasMore = ({ balances }: Record<string, unknown>) =>
    (balances as BalanceDto["balances"] | undefined)?.USDT.available === "1025.000000";
  await Promise.all([near, far].map((client) => client.hears("balance", hasMore)));
  await until(
    "there is a price",
    async () => (await prisma.$queryRaw<[]>`SELECT 1 FROM market_head`).length > 0,
  );
  const option = await openOption(far);
  await Promise.all(
    [near, far].map((client) =>
      client.hears("trade", ({ id, status }) => id === option && status !== "open"),
    ),
  );

  // Settings and documents: changed on one instance, in force on the other.
  const configOf = async (client: Client) =>
    (await client.call<{ config: PublicConfig }>("/settings/config")).config;
  expect((await configOf(far)).siteName).toBe("Aurum");
  await admin.call("/settings/config", "PUT", {
    siteName: "Assay House",
    maintenance: true,
    password: TEST_PASSWORD,
  });
  await until(
    "the other instance has the new name",
    async () => (await configOf(far)).siteName === "Assay House",
    1_000,
  );
  await expect(openOption(far)).rejects.toThrow("503 We're doing maintenance.");
  await admin.call("/settings/config", "PUT", { maintenance: false, password: TEST_PASSWORD });
  await until(
    "maintenance is over on the other instance",
    async () => !(await configOf(far)).maintenance,
    1_000,
  );
  const about = { type: "about-us", language: "nl", title: "Huis", content: "Gold" };
  await admin.call("/admin/documents", "POST", about);
  const page = await fetch(`${second.url}/about-us?lang=nl`);
  expect(await page.text()).toContain(">Huis</h1>");

  // The cable is pulled, and meanwhile everything happens at once.
  await Promise.all([near.catchUp(), far.catchUp()]);
  await near.call("/notifications?limit=100");
  near.cable.cut();
  const pulledAt = Date.now();
  // Until then it still reads what was on its way.
  await until("it is cut off", () => !near.socket.connected);
  near.heard.length = 0;
  const missed = Array.from({ length: MISSED }, (_, n) => `missed ${n + 1}`);
  const unsaid = [...missed];
  /** Says the next one. It is heard, or whoever did not hear it is told to fetch. */
  const sayNext = async () => {
    const told = far.count("resync");
    const { id } = (await support.say(unsaid.shift() ?? "", chatId)).chatMessage;
    const isHeard = () => far.heard.some(({ data }) => data.id === id);
    await until("it is heard or fetched", () => isHeard() || far.count("resync") > told);
  };
  while (unsaid.length > MISSED / 2) await sayNext();
  if (hasRedis) await loseRedis(far, sayNext);
  while (unsaid.length > 0) await sayNext();
  await far.catchUp();
  expect(far.texts).toEqual(["Is anybody there?", "Yes.", ...missed]);
  const heardIds = far.heard.flatMap(({ event, data }) =>
    event === "chat:message" ? data.id : [],
  );
  expect(new Set(heardIds).size).toBe(heardIds.length);
  await give();
  const unseen = await openOption(far);
  await far.hears("trade", ({ id, status }) => id === unseen && status !== "open");
  await delay(Math.max(0, OUTAGE_MS - (Date.now() - pulledAt)));
  expect(near.heard).toEqual([]);
  near.cable.restore();
  await until("it is connected again", () => near.resyncs === 1, 15_000);

  await near.catchUp();
  expect(near.texts).toEqual(["Is anybody there?", "Yes.", ...missed]);
  const { notifications } = await near.call<NotificationList>("/notifications?limit=100");
  expect(new Set(notifications.map(({ id }) => id)).size).toBe(notifications.length);
  const titles = notifications.map(({ title }) => title);
  expect(titles.filter((title) => title === "New message from support")).toHaveLength(2);
  const given = notifications.filter(({ title }) => title === "Balance increased");
  expect(given.map(({ message }) => message.includes("25.00"))).toEqual([true, true]);
  expect(await isSettled(near, unseen)).toBe(true);
  const balanceOf = async (client: Client) =>
    (await client.call<BalanceDto>("/auth/balance")).balances.USDT.available;
  expect(await balanceOf(near)).toBe(await balanceOf(far));

  // And it is live again, each thing once.
  const last = (await support.say("Welcome back.", chatId)).chatMessage.id;
  await near.hears("chat:message", ({ id }) => id === last);
  await near.catchUp();
  expect(near.texts.at(-1)).toBe("Welcome back.");
  expect(new Set(near.thread?.messages.map(({ id }) => id)).size).toBe(MISSED + 3);
  expect(near.count("chat:message")).toBe(1);
});
