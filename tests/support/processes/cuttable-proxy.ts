import { connect, createServer, type Server, type Socket } from "node:net";

/** A network cable to a local server, which a test can pull and put back. */
export class CuttableProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(targetPort: number): Promise<CuttableProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("No port");
    const proxy = new CuttableProxy(server, address.port);
    server.on("connection", (client) => proxy.join(client, connect(targetPort, "127.0.0.1")));
    return proxy;
  }

  private join(client: Socket, target: Socket): void {
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    if (this.isCut) client.destroy();
    else client.pipe(target).pipe(client);
  }

  /** Ends every connection and lets no new one through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Carries nothing more over the open connections, and ends none of them. New ones work. */
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  restore(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
