import { lookup } from "node:dns";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** One encrypted message for a push service, as `web-push` makes it. */
export interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer | null;
}

/** What a push service said. */
export type PushAnswer = { status: number; retryAfterSeconds: number | null };
export type PostPush = (message: PushRequest) => Promise<PushAnswer>;

const TIMEOUT_MS = 10_000;

const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inside.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  inside.addSubnet(net, bits, "ipv6");
}

/** Whether an address is of a machine that the internet can't reach, or of this one: no push service is there. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInside(mapped);
  const family = isIP(address);
  return family === 0 || inside.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * Looks a name up and refuses addresses inside of the network: an endpoint is chosen by whoever asks for messages, and
 * the server must not be made to knock at its neighbours.
 */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const outside = found.filter(({ address }) => !isInside(address));
    const [first] = outside;
    if (!first) return callback(new Error(`${hostname} has no public address`), []);
    if (options.all) return callback(null, outside);
    callback(null, first.address, first.family);
  });
};

const agent = new Agent({ maxSockets: 20, lookup: lookupOutside });

/** Hands a message to its push service. @throws Error when it can't be reached within ten seconds */
export const postPush: PostPush = async ({ endpoint, headers, body }) => {
  const sending = request(endpoint, {
    method: "POST",
    headers,
    agent,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  // A connection that breaks after the answer is no news.
  sending.on("error", () => undefined);
  sending.end(body ?? undefined);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  // What it says beside the status is of no use, and may be long.
  response.destroy();
  const seconds = Number(response.headers["retry-after"]);
  return {
    status: response.statusCode ?? 0,
    retryAfterSeconds: Number.isInteger(seconds) && seconds > 0 ? seconds : null,
  };
};
