import type { Server, ServerResponse } from "node:http";

const DRAIN_TIMEOUT_MS = 15_000;

/**
 * Follows a server's requests, so that a shutdown can wait for the answers that are under way.
 * @returns resolves when none is, at the latest 15 s after its first call, from which on every answer ends its
 * connection; may be called again for those that came in between
 */
export function trackRequests(httpServer: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let deadline: number | undefined;
  let onIdle = () => {};
  // Closing the server ends idle connections only: a busy one would bring request after request.
  const endAfter = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("connection", "close");
  };
  httpServer.on("request", (request, response) => {
    // A long poll is always under way; Socket.IO ends it by itself.
    if (request.url?.startsWith("/socket.io/")) return;
    open.add(response);
    if (deadline !== undefined) endAfter(response);
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) onIdle();
    });
  });
  return () =>
    new Promise<void>((resolve) => {
      deadline ??= performance.now() + DRAIN_TIMEOUT_MS;
      for (const response of open) endAfter(response);
      if (open.size === 0) return resolve();
      onIdle = resolve;
      setTimeout(resolve, deadline - performance.now()).unref();
    });
}
