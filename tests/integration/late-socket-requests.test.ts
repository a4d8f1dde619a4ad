import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server as SocketServer } from "socket.io";
import { io } from "socket.io-client";
import WebSocket from "ws";
import { startRealtime } from "@/lib/platform/realtime/server";
import { until } from "@/tests/support/poll";

const ann = {
  userId: "ann",
  sessionId: "s1",
  rooms: [],
  expiresAtMs: Date.now() + 3_600_000,
};

const running: (() => Promise<void>)[] = [];

async function start() {
  const httpServer = createServer();
  const realtime = await startRealtime({
    httpServer,
    verify: async (token) => (token === "ann-token" ? ann : null),
    roomsOf: async () => new Map(),
  });
  await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
  running.push(async () => {
    await realtime.stop();
    httpServer.closeAllConnections();
    await new Promise((resolve) => httpServer.close(resolve));
  });
  const { __io: server } = globalThis as unknown as { __io: SocketServer };
  // Engine.IO's own log of what it answers with 400.
  const refused: string[] = [];
  server.engine.on("connection_error", ({ code, req }: { code: number; req: { method: string } }) =>
    refused.push(`${req.method} ${code}`),
  );
  let posts = 0;
  httpServer.on("request", (request, response) => {
    if (request.method === "POST") response.once("finish", () => (posts += 1));
  });
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  return { url, server, realtime, refused, countPosts: () => posts };
}

afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

type Answer = { status: number; text: string };

/** Requests of a polling connection, as a browser sends them: one after another, or beside each other. */
function polling(url: string, id?: string) {
  const address = `${url}/socket.io/?EIO=4&transport=polling${id ? `&sid=${id}` : ""}`;
  const ask = async (init?: RequestInit): Promise<Answer> => {
    const response = await fetch(address, init);
    return { status: response.status, text: await response.text() };
  };
  return {
    poll: () => ask(),
    send: (body: string) =>
      ask({ method: "POST", body, headers: { "content-type": "text/plain" } }),
    put: () => ask({ method: "PUT", body: "1" }),
  };
}

/** Opens a polling connection and its socket. */
async function connect(url: string) {
  const opened = await polling(url).poll();
  const { sid } = JSON.parse(opened.text.slice(1)) as { sid: string };
  const connection = polling(url, sid);
  await connection.send('40{"token":"ann-token"}');
  expect((await connection.poll()).text).toMatch(/^40/);
  return connection;
}

const CLOSED = { status: 200, text: "1" };
const TAKEN = { status: 200, text: "ok" };

describe("a connection that is over", () => {
  it("has its goodbye taken when the server has ended it between two polls", async () => {
    const { url, server, refused } = await start();
    const connection = await connect(url);
    server.disconnectSockets(true);
    // The next poll brings the end; the client's goodbye comes behind it, and perhaps one more poll.
    expect((await connection.poll()).text).toMatch(/^41/);
    await until("it is over", async () => (await connection.poll()).text.endsWith("1"));
    expect(server.engine.clientsCount).toBe(0);
    expect(await connection.send("1")).toEqual(TAKEN);
    expect(await connection.poll()).toEqual(CLOSED);
    expect(refused).toEqual([]);
  });

  it("has its last poll answered when the client's goodbye overtakes it", async () => {
    const { url, refused } = await start();
    const connection = await connect(url);
    expect(await connection.send("1")).toEqual(TAKEN);
    expect(await connection.poll()).toEqual(CLOSED);
    expect(refused).toEqual([]);
  });

  it("is told so by a server that is stopping, and by one started anew", async () => {
    const first = await start();
    const connection = await connect(first.url);
    const kept = polling(first.url, "unknownToEveryServer");
    await first.realtime.stop();
    expect((await connection.poll()).text).toMatch(/1$/);
    expect(await connection.send("1")).toEqual(TAKEN);
    expect(await connection.poll()).toEqual(CLOSED);
    expect(await kept.poll()).toEqual(CLOSED);
    expect(await kept.send("3")).toEqual(TAKEN);
    expect(first.refused).toEqual([]);
  });

  it("is refused nothing of what Socket.IO's own client sends", async () => {
    const { url, server, refused, countPosts } = await start();
    for (const token of ["ann-token", "stolen"]) {
      const options = { auth: { token }, transports: ["polling"], reconnection: false };
      const socket = io(url, { ...options, forceNew: true });
      await new Promise<void>((resolve) => {
        socket.once("connect", resolve);
        socket.once("connect_error", () => resolve());
      });
      server.disconnectSockets(true);
      await until("it is over", () => server.engine.clientsCount === 0);
    }
    // Of both: what opens the socket, and a goodbye.
    await until("all is sent", () => countPosts() === 4);
    expect(refused).toEqual([]);
  });

  it("has a websocket that comes too late opened and closed, whatever is sent over it", async () => {
    const { url, refused } = await start();
    for (const sent of ["2probe", "x".repeat(1_000)]) {
      const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket&sid=over`;
      const socket = new WebSocket(address);
      const happened: string[] = [];
      socket.on("open", () => {
        happened.push("open");
        socket.send(sent);
      });
      socket.on("error", ({ message }) => happened.push(message));
      await new Promise((resolve) => socket.once("close", resolve));
      expect(happened).toEqual(["open"]);
    }
    expect((await polling(url).poll()).status).toBe(200);
    expect(refused).toEqual([]);
  });

  it("leaves to Engine.IO what is neither", async () => {
    const { url, refused } = await start();
    const { status } = await polling(url, "unknownToEveryServer").put();
    expect([status, refused]).toEqual([400, ["PUT 1"]]);
  });
});
