import { createServer, get, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_MS = 500;
/** An instance that asks a silent database says so within 3 s. */
const HEALTH_MS = 4_000;
const CONNECT_MS = 1_000;
const COOKIE = "instance";
/** They belong to one connection, and a request or answer goes over two. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "upgrade"]);

/** Where requests can go: "serves", "answers" (it can't serve anybody just now) or "silent". */
class Target {
  state = "silent";
  /** How many times in turn it has said nothing. */
  silent = 0;
  open = 0;

  constructor(name, port) {
    this.name = name;
    this.port = port;
  }

  async look() {
    const status = await new Promise((resolve) => {
      const asked = get(
        { host: "127.0.0.1", port: this.port, path: "/api/health", agent: false },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      asked.setTimeout(HEALTH_MS, () => asked.destroy());
      asked.on("error", () => resolve(0));
      asked.on("close", () => resolve(0));
    });
    this.silent = status === 0 ? this.silent + 1 : 0;
    this.state = status === 200 ? "serves" : status === 0 ? "silent" : "answers";
  }

  /** An open connection to it. @throws Error when there is none in time: nothing was sent then */
  connect() {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port: this.port, noDelay: true });
      const late = setTimeout(() => socket.destroy(new Error("No connection in time")), CONNECT_MS);
      socket.once("error", reject);
      socket.once("connect", () => {
        clearTimeout(late);
        socket.off("error", reject);
        socket.on("error", () => undefined);
        resolve(socket);
      });
    });
  }
}

const endToEnd = (rawHeaders) => {
  const kept = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!HOP_BY_HOP.has(rawHeaders[at].toLowerCase()))
      kept.push(rawHeaders[at], rawHeaders[at + 1]);
  }
  return kept;
};

/** A refusal in the form of the API's own. */
function refuse(response, status, code, message) {
  if (response.headersSent) return response.destroy();
  const body = JSON.stringify({ message, code });
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "retry-after": "1",
  });
  response.end(body);
}

/**
 * Takes requests for several instances. A browser stays with one by a cookie for as long as that serves, and what has no
 * cookies by its address where it asks Socket.IO. A request goes to another instance only where no connection to the
 * first one could be opened: nothing is ever sent twice.
 */
export class FrontProxy {
  constructor(targets) {
    this.targets = targets.map(({ name, port }) => new Target(name, port));
    this.server = createServer({ keepAliveTimeout: 60_000 });
    this.server.on("request", (request, response) => void this.pass(request, response));
    this.server.on("upgrade", (request, socket, head) => void this.upgrade(request, socket, head));
    this.server.on("clientError", (_error, socket) => socket.destroy());
    this.sockets = new Set();
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    this.stopping = new AbortController();
  }

  async listen(port, host) {
    await new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(port, host, resolve);
    });
    for (const target of this.targets) void this.watch(target);
  }

  async watch(target) {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await target.look();
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Waits until an instance serves, or `stop` says so. */
  async untilServing(stop) {
    while (!this.targets.every(({ state }) => state === "serves") && !stop.aborted) await delay(50);
  }

  /** Takes nothing new, and gives what is under way a moment. */
  async stop(graceMs = 5_000) {
    this.stopping.abort();
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeIdleConnections();
    const late = setTimeout(() => {
      for (const socket of this.sockets) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(late);
    for (const socket of this.sockets) socket.destroy();
  }

  /** The instances in the order in which they are tried for a request. */
  inOrder(request) {
    const rank = { serves: 0, answers: 1, silent: 2 };
    const own = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`).exec(request.headers.cookie ?? "")?.[1];
    const isSocket = request.url?.startsWith("/socket.io/");
    const address = request.socket.remoteAddress ?? "";
    const byAddress = [...address].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const first = own ?? (isSocket ? byAddress % this.targets.length : undefined);
    return this.targets.toSorted(
      (one, other) =>
        rank[one.state] - rank[other.state] ||
        Number(this.targets.indexOf(other) === Number(first)) -
          Number(this.targets.indexOf(one) === Number(first)) ||
        one.open - other.open,
    );
  }

  /** A connection to the first instance that takes one, with that instance; null where none does. */
  async connectFor(request) {
    for (const target of this.inOrder(request)) {
      const socket = await target.connect().catch(() => null);
      if (!socket) {
        target.state = "silent";
        continue;
      }
      target.open += 1;
      socket.once("close", () => {
        target.open -= 1;
      });
      return { target, socket };
    }
    return null;
  }

  headersFor(request) {
    const headers = endToEnd(request.rawHeaders);
    const address = request.socket.remoteAddress ?? "unknown";
    const at = headers.findIndex((name, i) => i % 2 === 0 && /^x-forwarded-for$/i.test(name));
    if (at < 0) headers.push("X-Forwarded-For", address);
    else headers[at + 1] = `${request.headers["x-forwarded-for"]}, ${address}`;
    return headers;
  }

  async pass(request, response) {
    const found = await this.connectFor(request);
    if (!found) {
      request.resume();
      return refuse(response, 503, "SERVICE_UNAVAILABLE", "No instance can be reached now.");
    }
    const { target, socket } = found;
    response.once("close", () => socket.destroy());
    const sent = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: request.url,
      headers: [...this.headersFor(request), "Connection", "close"],
      setHost: false,
    });
    sent.on("response", (answer) => {
      const headers = endToEnd(answer.rawHeaders);
      const index = this.targets.indexOf(target);
      const isKnown = (request.headers.cookie ?? "").includes(`${COOKIE}=${index}`);
      if (!isKnown)
        headers.push("Set-Cookie", `${COOKIE}=${index}; Path=/; HttpOnly; SameSite=Lax`);
      response.writeHead(answer.statusCode, answer.statusMessage, headers);
      answer.on("error", () => response.destroy());
      answer.on("aborted", () => response.destroy());
      answer.pipe(response);
    });
    sent.on("error", () => {
      request.resume();
      refuse(
        response,
        502,
        "BAD_GATEWAY",
        "The instance ended before it answered. Ask again with the same Idempotency-Key: nothing is done twice.",
      );
    });
    request.pipe(sent);
  }

  async upgrade(request, socket, head) {
    socket.on("error", () => undefined);
    const found = await this.connectFor(request);
    if (!found) return socket.destroy();
    const other = found.socket;
    const headers = this.headersFor(request);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    lines.push(`Connection: Upgrade`, `Upgrade: ${request.headers.upgrade}`);
    other.write(`${lines.join("\r\n")}\r\n\r\n`);
    other.write(head);
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ]) {
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  }
}
