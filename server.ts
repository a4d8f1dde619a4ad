import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import { deliveries } from "@/deliveries";
import { jobs } from "@/jobs";
import { getBalance } from "@/lib/accounts/balance";
import { startPracticeStrategyLoop, startStrategyLoop } from "@/lib/ai/jobs";
import { endFillWaits, orderEnded } from "@/lib/ledger/fills/fill-waits";
import { marketConfigFromEnv, startMarketFeed } from "@/lib/market/feed";
import { checkFeedLogin } from "@/lib/market/feed/login";
import { describeNewWork } from "@/lib/new-work/describe";
import { BROADCAST_EVENT, ownNotifications } from "@/lib/notifications/broadcast-delivery";
import { startDispatchLoop } from "@/lib/notifications/channels/jobs";
import { closeDatabase, pool, sql } from "@/lib/platform/db";
import { withPatience } from "@/lib/platform/db/patience";
import { requireSessionSettings } from "@/lib/platform/db/pooled";
import { asRequest } from "@/lib/platform/db/waits";
import { env } from "@/lib/platform/env";
import { builtFiles, filesIn } from "@/lib/platform/http/built-files";
import { type Dispatch, directApi } from "@/lib/platform/http/direct";
import { trackRequests } from "@/lib/platform/http/drain";
import { refuseFileChange, refuseUnknownMethod } from "@/lib/platform/http/methods";
import { readableTarget } from "@/lib/platform/http/url";
import type { Loop } from "@/lib/platform/jobs/loop";
import { startJobs } from "@/lib/platform/jobs/runner";
import { log, logConsole } from "@/lib/platform/log";
import { startRelay } from "@/lib/platform/outbox/relay";
import { startRealtime } from "@/lib/platform/realtime/server";
import { closeRedis } from "@/lib/platform/redis";
import { announceStop } from "@/lib/platform/stopping";
import { asPage } from "@/lib/platform/text/reader";
import { startReferralLoop } from "@/lib/referrals/jobs";
import { forgetSessions, hearOfSessions, SESSION_CHANNEL } from "@/lib/sessions/kept";
import { roomsOfSessions, verifySocketToken } from "@/lib/sessions/mutations";
import { forgetSettings } from "@/lib/settings/data";
import { startFillLoop, startPracticeLoop, startSettlementLoop } from "@/lib/trading/jobs";
import { startSequencer } from "@/lib/transparency/sequencer";
import { publicLog } from "@/lib/transparency/serving";
import { refuseOtherOrigin } from "@/prisma/seed/origin";

/** Whatever runs beside the HTTP server. Started in this order, stopped in the opposite one. */
type Service = { name: string; start: () => Promise<{ stop: () => Promise<void> }> };

const SHUTDOWN_TIMEOUT_MS = 45_000;
const GRACE_MS = 1_000 * (env.SHUTDOWN_GRACE_SECONDS ?? (env.TRUSTED_PROXIES > 0 ? 5 : 0));
// Longer than most proxies keep an idle connection (60 to 120 s), so that the proxy is the one who closes it:
// otherwise it sends a request into a connection that closes at that moment, and its user gets a 502.
const IDLE_CONNECTION_MS = 125_000;

/** Whatever a client claims in X-Forwarded-For, the last entry is the address it connected from. */
function addClientAddress(request: IncomingMessage): void {
  const claimed = request.headers["x-forwarded-for"];
  const address = request.socket.remoteAddress ?? "unknown";
  request.headers["x-forwarded-for"] = claimed ? `${String(claimed)}, ${address}` : address;
}

/** What answers the API without Next; nothing while developing, where Next reads what has just been changed. */
async function loadApi(): Promise<Dispatch> {
  if (env.NODE_ENV !== "production" || env.API_PATH === "next") return () => false;
  const [{ apiRoutes }, { GET: unknown }] = await Promise.all([
    import("@/app/api/manifest"),
    import("@/app/api/[[...path]]/route"),
  ]);
  const document = {
    path: "/api/openapi.json",
    load: () => import("@/app/api/openapi.json/route"),
  };
  return directApi([...apiRoutes, document], { unknown, left: "/api/auth/" });
}

/** What answers the files of the build without Next; nothing while developing, where they come and go. */
function loadBuiltFiles(): Dispatch {
  if (env.NODE_ENV !== "production") return () => false;
  const { headers } = JSON.parse(readFileSync(".next/routes-manifest.json", "utf8")) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  const own = headers.find(({ source }) => source === "/_next/:path*")?.headers ?? [];
  const [folder, prefix] = [join(process.cwd(), ".next/static"), "/_next/static"];
  const built = filesIn(folder).map((name) => prefix + name);
  const paths = new Set([...built, ...filesIn(join(process.cwd(), "public"))]);
  const answer = builtFiles(
    folder,
    prefix,
    Object.fromEntries(own.map(({ key, value }) => [key, value])),
  );
  return (request, response) =>
    refuseFileChange(paths, request, response) || answer(request, response);
}

function listen(httpServer: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    httpServer.once("error", reject);
    httpServer.listen(env.PORT, env.HOST, resolve);
  });
}

async function main(): Promise<void> {
  if (env.NODE_ENV === "production") logConsole(console);
  // The first query of a connection costs some 200 ms; better now than in somebody's request.
  await withPatience("the database", () => Promise.all([pool.query("SELECT 1"), sql`SELECT 1`]));
  await requireSessionSettings(async (statement) => (await pool.query(statement)).rows);
  // As the step before this one does, which whoever starts the server by itself leaves out.
  await refuseOtherOrigin(env.REAL_MONEY);
  const market = marketConfigFromEnv();
  await withPatience("the feed's login", () => checkFeedLogin(market));
  const httpServer = createServer({ keepAliveTimeout: IDLE_CONNECTION_MS });
  const requestsDone = trackRequests(httpServer);
  const app = next({
    dev: env.NODE_ENV === "development",
    hostname: env.HOST,
    port: env.PORT,
    httpServer,
  });
  const [answerApi] = await Promise.all([loadApi(), app.prepare()]);
  const answerFile = loadBuiltFiles();
  const handle = app.getRequestHandler();
  httpServer.on("request", (request, response) => {
    if (request.url?.startsWith("/socket.io/")) return;
    if (refuseUnknownMethod(request, response)) return;
    addClientAddress(request);
    request.url = readableTarget(request.url ?? "/");
    if (answerFile(request, response) || publicLog(request, response)) return;
    void asRequest(() => answerApi(request, response) || asPage(() => handle(request, response)));
  });

  let fills: Loop | null = null;
  let practice: Loop | null = null;
  const services: Service[] = [
    {
      name: "realtime",
      start: () =>
        startRealtime({
          httpServer,
          verify: (token) => asRequest(() => verifySocketToken(token)),
          roomsOf: roomsOfSessions,
          forget: { settings: forgetSettings },
          personal: { [BROADCAST_EVENT]: ownNotifications },
          loads: { balance: getBalance },
          channels: { [SESSION_CHANNEL]: forgetSessions },
          hearing: hearOfSessions,
          heard: ({ t, id, status }) => {
            const isEnd = t === "trade" || t === "vault" || (t === "run" && status === "stopped");
            if (isEnd && typeof id === "string") orderEnded(id);
          },
          ticked: () => {
            fills?.wake();
            practice?.wake();
          },
        }),
    },
    { name: "outbox", start: async () => startRelay(deliveries) },
    { name: "jobs", start: () => startJobs(jobs) },
    { name: "log", start: async () => startSequencer() },
    { name: "market", start: () => startMarketFeed(market) },
    { name: "fills", start: async () => (fills = startFillLoop()) },
    { name: "settlement", start: async () => startSettlementLoop() },
    { name: "practice", start: async () => (practice = startPracticeLoop()) },
    { name: "strategies", start: async () => startStrategyLoop() },
    { name: "practice strategies", start: async () => startPracticeStrategyLoop() },
    { name: "referrals", start: async () => startReferralLoop() },
    { name: "notification dispatch", start: async () => startDispatchLoop(describeNewWork) },
  ];
  const running: { name: string; stop: () => Promise<void> }[] = [];
  for (const { name, start } of services) {
    running.unshift({ name, stop: (await start()).stop });
  }
  await listen(httpServer);

  let isStopping = false;
  const shutDown = async (graceMs: number) => {
    if (isStopping) return;
    isStopping = true;
    announceStop();
    // A connection that waits to be accepted when the listener closes is reset. A proxy hears first that it should
    // open none here any more.
    await delay(graceMs);
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    httpServer.close();
    // A fill may come after this process.
    endFillWaits();
    await requestsDone();
    for (const { name, stop } of running) {
      await stop().catch((error: unknown) =>
        log.error({ event: "service.stop_failed", err: error, service: name }),
      );
    }
    // What came in the meantime over connections that were open.
    await requestsDone();
    await app.close();
    await closeDatabase();
    closeRedis();
    httpServer.closeAllConnections();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void shutDown(GRACE_MS));
  }
  // The start script holds the other end: when it is gone, so is our database.
  process.on("disconnect", () => void shutDown(0));
  process.send?.("ready");
}

main().catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  const isTaken = code === "EADDRINUSE";
  const text = isTaken
    ? `Port ${env.PORT} is in use by another program.`
    : `The server did not start: ${message ?? error}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
