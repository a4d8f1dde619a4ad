import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import { log } from "@/lib/platform/log";
import { EVENT_CHANNEL, REVOKED_EVENT, type RealtimeEvent, TICK_CHANNEL, unpack } from "./events";
import { startListener } from "./listener";
import type { SocketHolder } from "./status";

/** Who is at the other end of a socket. */
export type SocketIdentity = {
  userId: string;
  sessionId: string;
  isAdmin: boolean;
  /** Staff areas; "*" stands for all of them. */
  permissions: string[];
  /** When the token stops counting, in milliseconds since the epoch. */
  expiresAtMs: number;
};

type ServerEvents = Record<string, (data: unknown) => void>;
type ClientEvents = { register: (userId: unknown, done?: (isAccepted: boolean) => void) => void };
type AppServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketIdentity>;
type AppSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketIdentity>;

const ADMINS = "admins";
const MAX_MESSAGE_BYTES = 10_000;
/** What setTimeout can hold, 24.8 days. A socket that lives as long connects again and is checked again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Options = {
  httpServer: HttpServer;
  /** Checks a token against the live sessions. Null refuses the socket. */
  verify: (token: string) => Promise<SocketIdentity | null>;
  /** Caches of this process to forget when an event of that name comes, or may have been missed. */
  forget?: Record<string, () => void>;
  /**
   * Events that stand for one event of each of many users: makes those of the users who are
   * connected to this process.
   */
  personal?: Record<string, PersonalEvents>;
};

type PersonalEvents = (event: RealtimeEvent, userIds: string[]) => Promise<RealtimeEvent[]>;

export interface Realtime {
  /** Stops listening and closes every socket. */
  stop(): Promise<void>;
}

function roomOf(userId: string): string {
  return `user:${userId}`;
}

/** The rooms of everybody who is meant by an event's `u`. */
function roomsFor(u: string): string[] {
  if (u === ADMINS) return [ADMINS];
  return u.startsWith(`${ADMINS}:`) ? [u, `${ADMINS}:*`] : [roomOf(u)];
}

function authenticate(io: AppServer, verify: Options["verify"]): void {
  io.use((socket, next) => {
    const { token } = socket.handshake.auth;
    const refuse = () => next(new Error("Session expired. Please login again."));
    if (typeof token !== "string" || token.length > MAX_MESSAGE_BYTES) return refuse();
    verify(token).then(
      (identity) => {
        if (!identity) return refuse();
        Object.assign(socket.data, identity);
        next();
      },
      (error: unknown) => {
        log.error({ err: error }, "realtime: a token could not be checked");
        next(new Error("Server error. Please try again later."));
      },
    );
  });
}

function serveSocket(socket: AppSocket): void {
  socket.on("register", (userId, done) => {
    if (userId !== socket.data.userId) {
      if (typeof done === "function") done(false);
      socket.disconnect(true);
      return;
    }
    const { isAdmin, permissions } = socket.data;
    const staffRooms = [ADMINS, ...permissions.map((area) => `${ADMINS}:${area}`)];
    void socket.join(isAdmin ? [roomOf(userId), ...staffRooms] : roomOf(userId));
    if (typeof done === "function") done(true);
  });
}

/** Ends a socket with its token. */
function endInTime(socket: AppSocket): void {
  const leftMs = socket.data.expiresAtMs - Date.now();
  const timer = setTimeout(() => socket.disconnect(true), Math.min(leftMs, LONGEST_TIMER_MS));
  socket.on("disconnect", () => clearTimeout(timer));
}

function disconnectRevoked(io: AppServer, userId: string, sessionId: unknown): void {
  for (const socket of io.of("/").sockets.values()) {
    const isMeant = sessionId === undefined || socket.data.sessionId === sessionId;
    if (socket.data.userId === userId && isMeant) socket.disconnect(true);
  }
}

function deliver(io: AppServer, { t, u, ...data }: RealtimeEvent): void {
  if (t === REVOKED_EVENT) {
    if (u !== null) disconnectRevoked(io, u, data.s);
    return;
  }
  if (u === null) io.local.emit(t, data);
  else io.local.to(roomsFor(u)).emit(t, data);
}

async function deliverPersonal(
  io: AppServer,
  event: RealtimeEvent,
  eventsFor: PersonalEvents,
): Promise<void> {
  const userIds = new Set([...io.of("/").sockets.values()].map(({ data }) => data.userId));
  if (userIds.size === 0) return;
  try {
    for (const own of await eventsFor(event, [...userIds])) deliver(io, own);
  } catch (error) {
    log.error({ err: error, event: event.t }, "realtime: an event could not be delivered");
  }
}

function deliverTick(io: AppServer, payload: string): void {
  let tick: unknown;
  try {
    tick = JSON.parse(payload);
  } catch {
    return;
  }
  io.local.emit("price", tick);
}

/**
 * Puts Socket.IO on the HTTP server and forwards the database's notifications to the sockets of
 * this process. Every instance does the same, so an event reaches a user wherever they connected.
 * After a lost database connection clients get `resync` and fetch again what they show.
 */
export async function startRealtime({
  httpServer,
  verify,
  forget = {},
  personal = {},
}: Options): Promise<Realtime> {
  const io: AppServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
  });
  authenticate(io, verify);
  io.on("connection", serveSocket);
  io.on("connection", endInTime);
  const listener = await startListener({
    channels: {
      [EVENT_CHANNEL]: (payload) => {
        for (const event of unpack(payload)) {
          // Before clients are told: they ask at once.
          forget[event.t]?.();
          const eventsFor = personal[event.t];
          if (eventsFor) void deliverPersonal(io, event, eventsFor);
          else deliver(io, event);
        }
      },
      [TICK_CHANNEL]: (payload) => deliverTick(io, payload),
    },
    onResume: () => {
      for (const forgetCache of Object.values(forget)) forgetCache();
      io.local.emit("resync", {});
    },
  });
  const holder = globalThis as SocketHolder;
  holder.__io = io;
  return {
    async stop() {
      holder.__io = undefined;
      await listener.stop();
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}
