export interface Sent {
  method: string;
  /** With the query. */
  path: string;
  /** What the JSON says, the fields of a form, or undefined. */
  body: unknown;
  /** The idempotency key. */
  key: string | null;
  authorization: string | null;
  /** The account that it names, where it names one. */
  account?: string;
}
export interface Answer {
  status?: number;
  /** A good one says `success: true` unless it is given. */
  body?: object;
  headers?: Record<string, string>;
}
type Given = Answer | null | undefined;

function bodyOf(init: RequestInit): unknown {
  if (init.body instanceof FormData) return Object.fromEntries(init.body);
  return init.body ? JSON.parse(String(init.body)) : undefined;
}

/**
 * Stands in for the network until the next call. Nothing as an answer is a lost connection, a promise is an
 * answer that takes its time: see `held`.
 * @returns what is sent from now on, oldest first
 */
export function answerFetches(answer: (sent: Sent) => Given | Promise<Given>): Sent[] {
  const log: Sent[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const sent: Sent = {
      method: init.method ?? "GET",
      path: String(input),
      body: bodyOf(init),
      key: headers.get("idempotency-key"),
      authorization: headers.get("authorization"),
      ...(headers.has("x-account") ? { account: headers.get("x-account") ?? "" } : {}),
    };
    log.push(sent);
    const given = await answer(sent);
    // Never within the event that asks, as on a real network: with fake timers, once they are moved.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!given) throw new TypeError("Failed to fetch");
    const status = given.status ?? 200;
    const ok = status < 400;
    const json = async () => (ok ? { success: true, ...given.body } : (given.body ?? {}));
    return { ok, status, headers: new Headers(given.headers), json } as Response;
  };
  return log;
}

/** An answer that is held back until a test releases it, or for good. */
export function held(): { answer: Promise<Given>; release: (given: Given) => void } {
  let release: (given: Given) => void = () => undefined;
  const answer = new Promise<Given>((resolve) => {
    release = resolve;
  });
  return { answer, release };
}
