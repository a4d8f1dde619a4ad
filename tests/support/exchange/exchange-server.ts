import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { bybit } from "./exchange-server-bybit";
import { okx } from "./exchange-server-okx";
import type { Market, Protocol, Quote } from "./exchange-server-protocol";

const protocols = { okx, bybit };
type Subscription = { path: string; topics: Set<string>; socket: Socket };
const PUSH_EVERY_MS = 40;

/**
 * A local exchange that speaks the public protocol of OKX or Bybit, REST and websocket, for the unmodified ccxt
 * class, and that can be told to misbehave.
 */
export class ExchangeServer {
  readonly quotes = new Map<string, Quote>();
  candles: Market["candles"] = () => [];
  /** Added to the exchange's clock. */
  clockOffsetMs = 0;
  /** Connections keep answering pings but deliver no data. */
  frozen = false;
  connections = 0;
  /** Attempts, refused ones included. */
  attempts = 0;
  private refusing = false;
  private readonly http: Server;
  private readonly sockets = new Set<Socket>();
  private readonly subscriptions = new Map<WebSocket, Subscription>();
  private readonly timer: NodeJS.Timeout;
  private readonly protocol: Protocol;

  private constructor(readonly exchange: keyof typeof protocols) {
    this.protocol = protocols[exchange];
    this.http = createServer((request, response) => this.answer(request, response));
    this.http.on("connection", (socket) => {
      this.attempts += 1;
      if (this.refusing) {
        socket.destroy();
        return;
      }
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
    });
    new WebSocketServer({ server: this.http }).on("connection", (socket, request) =>
      this.connected(socket, request),
    );
    this.timer = setInterval(() => this.push(), PUSH_EVERY_MS);
  }

  /** Starts on a free local port. */
  static async start(exchange: keyof typeof protocols): Promise<ExchangeServer> {
    const server = new ExchangeServer(exchange);
    await new Promise<void>((resolve) => server.http.listen(0, "127.0.0.1", resolve));
    return server;
  }

  /** Base URLs for the feed's configuration. */
  get urls(): { rest: string; ws: string } {
    const { port } = this.http.address() as AddressInfo;
    return { rest: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}` };
  }

  quote(symbol: string, bid: string, ask: string): void {
    this.quotes.set(symbol, { bid, ask });
  }

  /** Cuts every connection; new ones are welcome. */
  drop(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Leaves every open connection hanging: nothing is answered on it any more, not even its end. */
  hang(): void {
    for (const socket of this.sockets) socket.pause();
  }

  /** Cuts every connection and lets no new one in until `accept`. */
  refuse(): void {
    this.refusing = true;
    this.drop();
  }

  accept(): void {
    this.refusing = false;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.drop();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private get market(): Market {
    return {
      quotes: this.quotes,
      candles: this.candles,
      now: () => Date.now() + this.clockOffsetMs,
    };
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = this.protocol.rest(this.market, url);
    response.writeHead(body === null ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  }

  private connected(socket: WebSocket, request: IncomingMessage): void {
    const topics = new Set<string>();
    const subscription = { path: request.url ?? "/", topics, socket: request.socket };
    this.connections += 1;
    this.subscriptions.set(socket, subscription);
    socket.on("close", () => this.subscriptions.delete(socket));
    socket.on("error", () => undefined);
    socket.on("message", (data) =>
      this.protocol.message(
        String(data),
        (text) => socket.send(text),
        (topic) => topics.add(topic),
      ),
    );
  }

  private push(): void {
    if (this.frozen) return;
    for (const [socket, { path, topics, socket: connection }] of this.subscriptions) {
      if (connection.isPaused()) continue;
      for (const topic of topics) {
        const text = this.protocol.push(this.market, topic, path);
        if (text !== null && socket.readyState === socket.OPEN) socket.send(text);
      }
    }
  }
}
