import { setTimeout as delay } from "node:timers/promises";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { hasRedis, startRedis } from "@/tests/support/processes/redis-server";
import { until } from "../../tests/support/poll";
import { populate, startApp } from "../support/app";
import { startHelper } from "../support/children";
import { limited, type PartResult, quantile } from "../support/measure";
import { CALM_MS, connectAll, type SocketOptions, TICK_MS } from "./sockets";

const CLIENT_PROCESSES = 2;

/** Sockets of two instances that all hear one price a second, of which one instance hears from the other through Redis. */
export async function benchSocketsThroughRedis(options: SocketOptions): Promise<PartResult> {
  const { sockets, users, seconds } = options;
  if (!hasRedis) throw new Error("Redis is not installed (redis-server)");
  const port = await freePort();
  const killRedis = await startRedis(port);
  const clients = Array.from({ length: CLIENT_PROCESSES }, () =>
    startHelper("support/socket-clients.ts"),
  );
  const env = {
    MARKET_TICK_MS: String(TICK_MS),
    REDIS_URL: `redis://127.0.0.1:${port}`,
    // So many handshakes at once would wait for connections for longer than anybody may.
    DATABASE_POOL_SIZE: "40",
  };
  const first = await startApp(env);
  const second = new AppProcess(newDataDir(), await freePort(), {
    ...first.beside,
    LOG_LEVEL: "info",
  });
  try {
    await second.ready();
    await until("it hears through Redis", () => second.output.includes("realtime.following"));
    const tokens = (await populate(first, users)).map((user) => user.token);
    for (const url of [first.url, second.url]) {
      await connectAll(clients, url, sockets / 2, tokens);
    }
    await delay(CALM_MS);
    const collected = await Promise.all(
      clients.map((client) => client.ask<{ latencies: number[] }>({ collect: { seconds } })),
    );
    const latencies = collected.flatMap((each) => each.latencies);
    if (latencies.length < (sockets * (seconds - 2) * 1000) / TICK_MS) {
      throw new Error(`Only ${latencies.length} prices arrived at ${sockets} sockets`);
    }
    const name = `a price to ${sockets} sockets of two instances, p99`;
    return {
      measures: [
        limited(name, quantile(latencies, 0.99), "ms", 250),
        { name: "  the same, median", value: quantile(latencies, 0.5), unit: "ms" },
      ],
      details: {
        deliveries: latencies.length,
        fellBack: second.output.includes("realtime.listening_again"),
      },
    };
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    await second.stop();
    await first.close();
    await killRedis();
  }
}
