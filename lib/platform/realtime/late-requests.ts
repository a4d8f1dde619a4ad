import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "socket.io";
import type { WebSocket, WebSocketServer } from "ws";

/** What of Engine.IO's socket is its documented interface. */
type Connection = { id: string; once: (event: "close", listener: () => void) => unknown };

/** Of what a client sends over a websocket that is being closed: a probe has six bytes. */
const MAX_MESSAGE_BYTES = 100;

/** What a polling client is answered by method: the close packet of Engine.IO, and that a message is taken. */
const ANSWERS: Record<string, { type: string; text: string }> = {
  GET: { type: "text/plain; charset=UTF-8", text: "1" },
  POST: { type: "text/html", text: "ok" },
};

/**
 * Answers requests of connections that are over, which Engine.IO refuses with 400: a browser prints that on its
 * console as an error. A polling client that is told of its connection's end has its next poll and its own goodbye
 * under way, perhaps a websocket too: whatever comes last belongs to no connection any more, as does what comes to a
 * server that was started anew. A poll is told once more that the connection is closed, a message is taken, and a
 * websocket is closed. The client then connects again where it wants to.
 */
export function answerLateRequests({ engine }: Server): void {
  const openIds = new Set<string>();
  engine.on("connection", (connection: Connection) => {
    openIds.add(connection.id);
    connection.once("close", () => openIds.delete(connection.id));
  });
  const { wsEngine: SocketEngine } = engine.opts;
  const webSockets: WebSocketServer = new SocketEngine({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const closeAtOnce = (socket: WebSocket) => {
    // What is sent nevertheless may be malformed; an error that nobody listens to would end the process.
    socket.on("error", () => socket.terminate());
    socket.close();
  };

  engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const query = new URL(request.url ?? "/", "http://localhost").searchParams;
    const id = query.get("sid");
    if (!id || openIds.has(id)) return next();
    const transport = query.get("transport");
    const answer = ANSWERS[request.method ?? ""];
    if (transport === "websocket" && request.headers.upgrade) {
      webSockets.handleUpgrade(request, request.socket, Buffer.alloc(0), closeAtOnce);
    } else if (transport === "polling" && answer) {
      response.writeHead(200, {
        "content-type": answer.type,
        "content-length": answer.text.length,
        "cache-control": "no-store",
      });
      response.end(answer.text);
    } else next();
  });
}
