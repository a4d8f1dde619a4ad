/** Where server.ts leaves the socket server for the Next bundle, which loads modules again. */
export type SocketHolder = typeof globalThis & {
  __io?: { engine: { clientsCount: number } };
};

/** Whether this process has a socket server. Without one clients poll. */
export function hasSocketServer(): boolean {
  return (globalThis as SocketHolder).__io !== undefined;
}

/** Number of sockets connected to this process. */
export function socketCount(): number {
  return (globalThis as SocketHolder).__io?.engine.clientsCount ?? 0;
}
