/** A Socket.IO server and nothing else: the ceiling for memory a socket and time to deliver. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { serveHelper } from "./children";

const httpServer = createServer();
const io = new Server(httpServer, { serveClient: false });
const listening = new Promise<number>((resolve) => {
  httpServer.listen(0, "127.0.0.1", () => resolve((httpServer.address() as AddressInfo).port));
});
let timer: NodeJS.Timeout | undefined;

type Message = { emitEveryMs?: number; stop?: true };

serveHelper(async ({ emitEveryMs, stop }: Message) => {
  if (stop) clearInterval(timer);
  if (emitEveryMs) {
    // As long as a tick of the application.
    const rest = { seq: "1", price: "4000.00", bid: "3999.00", ask: "4001.00", sources: 3 };
    timer = setInterval(
      () => io.emit("price", { at: new Date().toISOString(), ...rest }),
      emitEveryMs,
    );
  }
  return {
    port: await listening,
    rss: process.memoryUsage().rss,
    sockets: io.engine.clientsCount,
  };
});
