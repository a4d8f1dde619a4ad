/** Sends load over keep-alive connections. A process of its own; see startHelper(). */
import { Agent, request } from "node:http";
import { serveHelper } from "./children";
import { quantile } from "./measure";

export type Load = {
  url: string;
  method: "GET" | "POST";
  path: string;
  /** Taken in turn; none sends no Authorization header. */
  tokens: readonly string[];
  body?: string;
  seconds: number;
  /** Closed loop: this many requests under way all the time. */
  inFlight?: number;
  /** Open loop: this many requests a second, whether or not earlier ones are answered. */
  rate?: number;
};

export type LoadResult = {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  answered: number;
  /** Answers by status other than 2xx. */
  failed: Record<string, number>;
};

const MAX_SOCKETS = 512;
let number = 0;
const run = `${process.pid}-${Date.now()}`;

type Sender = () => Promise<number>;

function sender({ url, method, path, tokens, body }: Load, agent: Agent): Sender {
  const { hostname, port } = new URL(url);
  return () =>
    new Promise((resolve) => {
      const n = number++;
      const headers: Record<string, string> = {};
      if (tokens.length > 0) headers.authorization = `Bearer ${tokens[n % tokens.length]}`;
      if (body !== undefined) {
        headers["content-type"] = "application/json";
        headers["content-length"] = String(Buffer.byteLength(body));
        headers["idempotency-key"] = `bench-${run}-${n}`;
      }
      const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode ?? 0));
      });
      sent.once("error", () => resolve(0));
      sent.end(body);
    });
}

type Tally = { latencies: number[]; failed: Record<string, number> };

function tally({ latencies, failed }: Tally, status: number, ms: number): void {
  latencies.push(ms);
  if (status < 200 || status > 299) failed[status] = (failed[status] ?? 0) + 1;
}

async function closedLoop(send: Sender, inFlight: number, until: number, into: Tally) {
  const worker = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      tally(into, await send(), performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Latency counts from when a request was due, so a stalled server can't hide its queue. */
async function openLoop(send: Sender, rate: number, until: number, into: Tally) {
  const pending = new Set<Promise<void>>();
  let due = performance.now();
  while (due < until) {
    for (; due <= performance.now(); due += 1000 / rate) {
      const dueAt = due;
      const answer: Promise<void> = send().then((status) => {
        tally(into, status, performance.now() - dueAt);
        pending.delete(answer);
      });
      pending.add(answer);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
}

async function apply(load: Load): Promise<LoadResult> {
  const { inFlight = 16, rate, seconds } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: rate ? MAX_SOCKETS : inFlight });
  const send = sender(load, agent);
  const into: Tally = { latencies: [], failed: {} };
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await (rate ? openLoop(send, rate, until, into) : closedLoop(send, inFlight, until, into));
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return {
    perSecond: into.latencies.length / elapsed,
    medianMs: quantile(into.latencies, 0.5),
    p99Ms: quantile(into.latencies, 0.99),
    answered: into.latencies.length,
    failed: into.failed,
  };
}

serveHelper(apply);
