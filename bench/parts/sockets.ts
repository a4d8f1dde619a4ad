import { setTimeout as delay } from "node:timers/promises";
import { type BenchApp, populate, startApp } from "../support/app";
import { type Helper, startHelper } from "../support/children";
import { compared, limited, type PartResult, quantile } from "../support/measure";

export type SocketOptions = { sockets: number; users: number; seconds: number };

const CLIENT_PROCESSES = 2;
/** Long enough for a garbage collection after the handshakes. */
export const CALM_MS = 5_000;
export const TICK_MS = 1_000;

type Bare = { port: number; rss: number; sockets: number };
type Result = { bytesASocket: number; medianMs: number; p99Ms: number; deliveries: number };

/** Resident memory of the application's process, from its own metrics. */
async function memoryOf({ url, metricsToken }: BenchApp): Promise<number> {
  const answer = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1];
  if (!bytes) throw new Error(`The metrics answered ${answer.status}`);
  return Number(bytes);
}

export async function connectAll(
  clients: Helper[],
  url: string,
  sockets: number,
  tokens: string[],
) {
  const count = Math.ceil(sockets / clients.length);
  await Promise.all(clients.map((client) => client.ask({ connect: { url, count, tokens } })));
}

/** Connects a few sockets, then the rest, then listens; memory counts between the two. */
async function measure(
  clients: Helper[],
  target: { url: string; tokens: string[]; memory: () => Promise<number> },
  { sockets, seconds }: SocketOptions,
): Promise<Result> {
  const few = Math.ceil(sockets / 20);
  await connectAll(clients, target.url, few, target.tokens);
  await delay(CALM_MS);
  const before = await target.memory();
  await connectAll(clients, target.url, sockets - few, target.tokens);
  await delay(CALM_MS);
  const after = await target.memory();
  const collected = await Promise.all(
    clients.map((client) => client.ask<{ latencies: number[] }>({ collect: { seconds } })),
  );
  const latencies = collected.flatMap((each) => each.latencies);
  if (latencies.length < (sockets * (seconds - 2) * 1000) / TICK_MS) {
    throw new Error(`Only ${latencies.length} prices arrived at ${sockets} sockets`);
  }
  await Promise.all(clients.map((client) => client.ask({ close: true })));
  return {
    bytesASocket: (after - before) / (sockets - few),
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    deliveries: latencies.length,
  };
}

async function measureBare(clients: Helper[], options: SocketOptions): Promise<Result> {
  const server = startHelper("support/bare-sockets.ts");
  try {
    const { port } = await server.ask<Bare>({ emitEveryMs: TICK_MS });
    const memory = async () => (await server.ask<Bare>({})).rss;
    const target = { url: `http://127.0.0.1:${port}`, tokens: [""], memory };
    return await measure(clients, target, options);
  } finally {
    await server.stop();
  }
}

/** Connected sockets that all hear one price a second, beside Socket.IO alone. */
export async function benchSockets(options: SocketOptions): Promise<PartResult> {
  const clients = Array.from({ length: CLIENT_PROCESSES }, () =>
    startHelper("support/socket-clients.ts"),
  );
  try {
    const bare = await measureBare(clients, options);
    const app = await startApp({ MARKET_TICK_MS: String(TICK_MS) });
    try {
      const tokens = (await populate(app, options.users)).map((user) => user.token);
      const target = { url: app.url, tokens, memory: () => memoryOf(app) };
      const own = await measure(clients, target, options);
      return {
        measures: [
          limited(`a price to ${options.sockets} sockets, p99`, own.p99Ms, "ms", 250),
          { name: "  the same from Socket.IO alone", value: bare.p99Ms, unit: "ms" },
          compared("memory a socket", own.bytesASocket / 1024, "KiB", {
            ceiling: bare.bytesASocket / 1024,
            of: "Socket.IO alone",
            atMost: 2,
          }),
        ],
        details: { own, bare },
      };
    } finally {
      await app.close();
    }
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
  }
}
