import type { Server as HttpServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Server, type Socket } from "socket.io";
import { errorText } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type Text, text } from "@/lib/platform/text";
import {
  ENGLISH,
  offered,
  offeredLanguages,
  rendered,
  renderText,
} from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { EVENT_CHANNEL, REVOKED_EVENT, type RealtimeEvent, TICK_CHANNEL, unpack } from "./events";
import { answerLateRequests } from "./late-requests";
import { startListener } from "./listener";
import { type Load, loadInTurn } from "./loads";
import type { SocketHolder } from "./status";

/** Who is at the other end of a socket. */
export type SocketIdentity = {
  userId: string;
  sessionId: string;
  /** Audiences that they belong to beside themselves. */
  rooms: string[];
  /** The language of their account; null where they have chosen none. */
  language?: string | null;
  /** When the token stops counting, in milliseconds since the epoch. */
  expiresAtMs: number;
};

type ServerEvents = Record<string, (data: unknown) => void>;
type ClientEvents = { register: (userId: unknown, done?: (isAccepted: boolean) => void) => void };
type AppServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketIdentity>;
type AppSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketIdentity>;

const MAX_MESSAGE_BYTES = 10_000;
/** More tabs than anybody reads. */
const MAX_SOCKETS_OF_USER = 50;
/** What setTimeout can hold, 24.8 days. A socket that lives as long connects again and is checked again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const CHECK_TIMEOUT_MS = 10_000;

type Options = {
  httpServer: HttpServer;
  /** Checks a token against the live sessions. Null refuses the socket. */
  verify: (token: string) => Promise<SocketIdentity | null>;
  /** The audiences that those of the sessions that are live belong to, by session. */
  roomsOf: (sessionIds: string[]) => Promise<Map<string, string[]>>;
  /** Caches of this process to forget when an event of that name comes, or may have been missed. */
  forget?: Record<string, () => void>;
  /**
   * Events that stand for one event of each of many users: makes those of the users who are
   * connected to this process.
   */
  personal?: Record<string, PersonalEvents>;
  /** What else this process does with payloads of the database's other channels. */
  channels?: Record<string, (payload: string) => void>;
  /** Told whether from now on whatever the database tells is heard at once. */
  hearing?: (isHearing: boolean) => void;
  /** What else of this process hears of each event. */
  heard?: (event: RealtimeEvent) => void;
  /** What else of this process hears of each index tick. */
  ticked?: () => void;
  /** Events of users that carry what is loaded for them at delivery, such as their balances. */
  loads?: Record<string, Load>;
};

type PersonalEvents = (event: RealtimeEvent, userIds: string[]) => Promise<RealtimeEvent[]>;

export interface Realtime {
  /** Stops listening and closes every socket. */
  stop(): Promise<void>;
}

function roomOf(userId: string): string {
  return `user:${userId}`;
}

/** Everybody who reads a language. */
function roomOfLanguage(locale: string): string {
  return `language:${locale}`;
}

function roomOfSession(sessionId: string): string {
  return `session:${sessionId}`;
}

/**
 * The rooms of everybody who is meant by an event's `u`: a user's id, or the name of an audience, which is
 * also the name of its room. Who belongs to `<audience>:*` hears what is meant for any part of it.
 */
function roomsFor(u: string): string[] {
  const [audience, part] = u.split(":");
  return [roomOf(u), u, ...(part === undefined ? [] : [`${audience}:*`])];
}

/**
 * Takes up one of a user's places for the life of a connection. Those beyond are refused and not the oldest
 * ended, since refused clients poll, while ended ones would come back and push out others for ever.
 */
function placesOfUsers() {
  const taken = new Map<string, Set<AppSocket["conn"]>>();
  return (userId: string, { conn }: AppSocket): boolean => {
    const places = taken.get(userId) ?? new Set();
    if (places.has(conn)) return true;
    // One that is closed already would never give its place back.
    if (places.size >= MAX_SOCKETS_OF_USER || conn.readyState !== "open") return false;
    taken.set(userId, places.add(conn));
    conn.once("close", () => {
      places.delete(conn);
      if (places.size === 0) taken.delete(userId);
    });
    return true;
  };
}

const TOO_MANY = text("errors.common.tooManyConnections");

function authenticate(io: AppServer, verify: Options["verify"]): void {
  const takePlace = placesOfUsers();
  // Before the first is through, Socket.IO takes any number of them over one connection.
  const withSocket = new WeakSet<AppSocket["conn"]>();
  io.use((socket, next) => {
    const { conn, handshake } = socket;
    const ofPage = offered(String(handshake.auth.language));
    const say = (reason: Text) => new Error(renderText(reason, ofPage ?? siteLocale));
    if (withSocket.has(conn)) return next(say(TOO_MANY));
    withSocket.add(conn);
    socket.once("disconnect", () => withSocket.delete(conn));
    const refuse = (reason: Text = errorText("SESSION_EXPIRED")) => {
      withSocket.delete(conn);
      next(say(reason));
    };
    const { token } = handshake.auth;
    if (typeof token !== "string" || token.length > MAX_MESSAGE_BYTES) return refuse();
    verify(token).then(
      (identity) => {
        if (!identity) return refuse();
        if (!takePlace(identity.userId, socket)) return refuse(TOO_MANY);
        const language = ofPage ?? offered(identity.language) ?? siteLocale;
        Object.assign(socket.data, { ...identity, language });
        next();
      },
      (error: unknown) => {
        log.error({ event: "realtime.token_check_failed", err: error });
        refuse(errorText("INTERNAL"));
      },
    );
  });
}

function serveSocket(socket: AppSocket): void {
  void socket.join(roomOfLanguage(socket.data.language ?? siteLocale));
  socket.on("register", (userId, done) => {
    if (userId !== socket.data.userId) {
      if (typeof done === "function") done(false);
      socket.disconnect(true);
      return;
    }
    const { sessionId, rooms } = socket.data;
    void socket.join([roomOf(userId), roomOfSession(sessionId), ...rooms]);
    if (typeof done === "function") done(true);
  });
}

/** Ends a socket with its token. */
function endInTime(socket: AppSocket): void {
  const leftMs = socket.data.expiresAtMs - Date.now();
  // Timers may be a fraction of a millisecond early.
  const timer = setTimeout(() => socket.disconnect(true), Math.min(leftMs + 1, LONGEST_TIMER_MS));
  socket.on("disconnect", () => clearTimeout(timer));
}

function disconnectRevoked(io: AppServer, userId: string, sessionId: unknown): void {
  for (const socket of io.of("/").sockets.values()) {
    const isMeant = sessionId === undefined || socket.data.sessionId === sessionId;
    if (socket.data.userId === userId && isMeant) socket.disconnect(true);
  }
}

const hasRooms = ({ rooms }: SocketIdentity, now: string[]): boolean => rooms.join() === now.join();

/**
 * Ends the sockets whose session ended, or got other audiences, while nothing was heard of it. Those that can't be
 * checked are ended as well: they come back with their token.
 */
async function disconnectOutdated(io: AppServer, roomsOf: Options["roomsOf"]): Promise<void> {
  const sockets = [...io.of("/").sockets.values()];
  if (sockets.length === 0) return;
  const sessionIds = [...new Set(sockets.map(({ data }) => data.sessionId))];
  let live = new Map<string, string[]>();
  try {
    const timeout = delay(CHECK_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error("The database does not answer");
    });
    live = await Promise.race([roomsOf(sessionIds), timeout]);
  } catch (error) {
    log.error({ event: "realtime.session_check_failed", err: error });
  }
  for (const socket of sockets) {
    const rooms = live.get(socket.data.sessionId);
    if (!rooms || !hasRooms(socket.data, rooms)) socket.disconnect(true);
  }
}

type Version = { data: Record<string, unknown>; notFor: string[] };

/** An event in each language that is offered, with the rooms of those who read another. Most have no texts. */
function versionsOf(told: Record<string, unknown>): Version[] {
  const locales = offeredLanguages();
  if (rendered(told, ENGLISH) === told) return [{ data: told, notFor: [] }];
  return locales.map((locale) => ({
    data: rendered(told, locale),
    notFor: locales.filter((other) => other !== locale).map(roomOfLanguage),
  }));
}

/** What is about money names its account, which a message of the practice side has already. */
const ABOUT_MONEY: ReadonlySet<string> = new Set([
  "balance",
  "trade",
  "trade:entered",
  "order",
  "run",
]);

/** Sends an event to whom it is for, its texts in their language. */
function deliver(io: AppServer, { t, u, by, ...rest }: RealtimeEvent): void {
  const told = ABOUT_MONEY.has(t) ? { account: "real", ...rest } : rest;
  if (t === REVOKED_EVENT) {
    if (u !== null) disconnectRevoked(io, u, told.s);
    return;
  }
  for (const { data, notFor } of versionsOf(told)) {
    if (u === null) io.local.except(notFor).emit(t, data);
    else if (by === undefined) io.local.to(roomsFor(u)).except(notFor).emit(t, data);
    else {
      const own = roomOfSession(by);
      io.local
        .to(roomsFor(u))
        .except([own, ...notFor])
        .emit(t, data);
      io.local
        .to(own)
        .except(notFor)
        .emit(t, { ...data, quiet: true });
    }
  }
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
    log.error({ event: "realtime.delivery_failed", err: error, socketEvent: event.t });
  }
}

/** By event: what loads and delivers it. */
function loadersOf(io: AppServer, loads: Record<string, Load>) {
  const isHere = (userId: string) => io.of("/").adapter.rooms.has(roomOf(userId));
  return new Map(
    Object.entries(loads).map(([t, load]) => {
      const tell = (u: string, data: object) => deliver(io, { ...data, t, u });
      return [t, loadInTurn({ name: t, load, isHere, deliver: tell })];
    }),
  );
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
 * After a lost database connection the sockets' sessions are checked again, and clients get `resync` and
 * fetch again what they show.
 */
export async function startRealtime({
  httpServer,
  verify,
  roomsOf,
  forget = {},
  personal = {},
  loads = {},
  channels = {},
  hearing,
  heard,
  ticked,
}: Options): Promise<Realtime> {
  const io: AppServer = new Server(httpServer, {
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
  });
  answerLateRequests(io);
  let revocations = 0;
  authenticate(io, async (token) => {
    for (;;) {
      const before = revocations;
      const identity = await verify(token);
      // What was revoked meanwhile did not find the socket, which is not among the others yet.
      if (!identity || revocations === before) return identity;
    }
  });
  io.on("connection", serveSocket);
  io.on("connection", endInTime);
  const loaded = loadersOf(io, loads);
  const listener = await startListener({
    channels: {
      ...channels,
      [EVENT_CHANNEL]: (payload) => {
        for (const event of unpack(payload)) {
          // Before clients are told: they ask at once.
          forget[event.t]?.();
          heard?.(event);
          if (event.t === REVOKED_EVENT) revocations += 1;
          const eventsFor = personal[event.t];
          // What is loaded is of the real account: clients ask for the other one.
          const answer = event.account === "practice" ? undefined : loaded.get(event.t);
          if (eventsFor) void deliverPersonal(io, event, eventsFor);
          else if (answer && event.u !== null) answer(event.u);
          else deliver(io, event);
        }
      },
      [TICK_CHANNEL]: (payload) => {
        ticked?.();
        deliverTick(io, payload);
      },
    },
    carried: [EVENT_CHANNEL, TICK_CHANNEL],
    onLost: () => hearing?.(false),
    onResume: () => {
      hearing?.(true);
      for (const forgetCache of Object.values(forget)) forgetCache();
      revocations += 1;
      void disconnectOutdated(io, roomsOf);
      io.local.emit("resync", {});
    },
  });
  hearing?.(true);
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
