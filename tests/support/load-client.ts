import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

/** What became of one request of the load test. */
export type Outcome = { status: number; body: Record<string, unknown> };

export type Request = {
  method: string;
  path: string;
  token: string;
  body?: unknown;
  form?: () => FormData;
  /** Makes a repetition harmless; absent for reads. */
  key?: string;
};

const REQUEST_TIMEOUT_MS = 20_000;
/** Longer than a dead request keeps its idempotency key, so that its repetition gets through. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 250;

/**
 * A client that knows several instances. A request that gets no answer (its instance was killed)
 * is sent again with the same key, to the next instance, as the app's own client would.
 */
export class LoadClient {
  answered = 0;
  resent = 0;
  readonly serverErrors: string[] = [];
  readonly lost: string[] = [];

  constructor(private readonly origins: string[]) {}

  async send(request: Request): Promise<Outcome> {
    const first = Math.floor(Math.random() * this.origins.length);
    const givesUpAt = Date.now() + PATIENCE_MS;
    for (let attempt = 0; Date.now() < givesUpAt; attempt++) {
      const origin = this.origins[(first + attempt) % this.origins.length] ?? "";
      const outcome = await answerInTime(this.attempt(origin, request));
      if (outcome && !isBusy(outcome)) {
        this.answered++;
        if (outcome.status >= 500 && outcome.status !== 503) {
          this.serverErrors.push(`${request.method} ${request.path}: ${JSON.stringify(outcome)}`);
        }
        return outcome;
      }
      this.resent++;
      await delay(PAUSE_MS);
    }
    this.lost.push(`${request.method} ${request.path}`);
    return { status: 0, body: {} };
  }

  private async attempt(origin: string, request: Request): Promise<Outcome | null> {
    const { method, path, token, body, form, key } = request;
    try {
      const response = await fetch(origin + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: form ? form() : body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    } catch {
      return null;
    }
  }
}

/** Node's fetch may stay pending for ever when it is aborted while its body is read (nodejs/node#56917). */
function answerInTime(attempt: Promise<Outcome | null>): Promise<Outcome | null> {
  return Promise.race([attempt, delay(REQUEST_TIMEOUT_MS + 1_000, null, { ref: false })]);
}

/** The first try still runs, the instance is going down, or a proxy lost it: worth asking again. */
function isBusy({ status, body }: Outcome): boolean {
  return (
    status === 502 ||
    body.code === "REQUEST_IN_PROGRESS" ||
    (status === 503 && body.code === "SERVICE_UNAVAILABLE")
  );
}

/** A random idempotency key. */
export const randomKey = () => randomBytes(12).toString("hex");

/** One of the items, at random. */
export function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

/** Waits a random while, up to `ms`. */
export const think = (ms: number) => delay(Math.random() * ms);
