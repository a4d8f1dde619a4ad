"use client";

import type { Socket } from "socket.io-client";
import { api, isPageCurrent, languageOfPage, storedToken } from "./api";

const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_ATTEMPTS = 10;
const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 10_000;
const FORCED_RECONNECT_MS = 2_000;
const POLL_MS = 5_000;
const RETURN_MS = 60_000;

export type RealtimeState = "connecting" | "live" | "polling";

export type RealtimeOptions = {
  userId: string;
  /** Called for every server event: notification, price, trade, balance, … */
  onEvent: (name: string, data: unknown) => void;
  /**
   * Called when something may have been missed: refetch what is shown. `polled`: one of the regular ones without a
   * socket, which a slow answer may outlast.
   */
  onResync: (how: { polled: boolean }) => void;
  onState: (state: RealtimeState) => void;
};

/**
 * Connects to the server's events, polling transport first and then websocket. Where there is no
 * socket server (or it stays away), `onResync` is called every few seconds instead. A server that stays
 * away is tried again once a minute, and when the network comes back.
 * @returns a function that disconnects
 */
export function connectRealtime(options: RealtimeOptions): () => void {
  let stopped = false;
  let socket: Socket | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const later = (work: () => void, ms: number) => {
    clearTimeout(again);
    again = setTimeout(work, ms);
  };
  const connecting = () => {
    // Attempts on the way back change nothing: polling goes on meanwhile.
    if (!poll) options.onState("connecting");
  };
  const startPolling = () => {
    if (stopped || poll) return;
    options.onState("polling");
    poll = setInterval(() => options.onResync({ polled: true }), POLL_MS);
  };
  const stopPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };

  const start = async () => {
    const answer = await api.get<{ socket: boolean }>("/realtime").catch(() => ({ socket: true }));
    if (stopped) return;
    if (!answer.socket) return startPolling();
    const library = await import("socket.io-client").catch(() => null);
    if (stopped) return;
    if (library) {
      socket = openSocket(library.io, options, { connecting, startPolling, stopPolling, later });
    } else {
      // The network went away before the library was here.
      startPolling();
      later(() => void start(), POLL_MS);
    }
  };
  void start();
  const onOnline = () => {
    if (poll) socket?.connect();
  };
  window.addEventListener("online", onOnline);

  return () => {
    stopped = true;
    window.removeEventListener("online", onOnline);
    stopPolling();
    clearTimeout(again);
    socket?.removeAllListeners();
    socket?.disconnect();
  };
}

type Io = typeof import("socket.io-client").io;
type Connection = {
  /** Says that the connection is on its way, unless polling stands in for it. */
  connecting: () => void;
  startPolling: () => void;
  stopPolling: () => void;
  /** Runs something after a while instead of what was to run, unless nobody listens any more. */
  later: (work: () => void, ms: number) => void;
};

function openSocket(io: Io, options: RealtimeOptions, connection: Connection): Socket {
  const socket = io({
    // Asked at every attempt: the session may be a newer one of the same person by then.
    auth: (give) =>
      give({
        token: isPageCurrent() ? storedToken() : null,
        language: languageOfPage(),
      }),
    transports: ["polling", "websocket"],
    timeout: CONNECT_TIMEOUT_MS,
    reconnectionAttempts: RECONNECT_ATTEMPTS,
    reconnectionDelay: RECONNECT_MIN_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
  });
  const giveUp = () => {
    connection.startPolling();
    connection.later(() => socket.connect(), RETURN_MS);
  };
  socket.on("connect", () => {
    connection.stopPolling();
    // Only when the server has answered do events come. What was fetched before may be too old: a
    // page is made before its connection, and what happened in between told nobody.
    socket.emit("register", options.userId, (isAccepted: boolean) => {
      if (!isAccepted) {
        giveUp();
        // Before the server does: after its end of a connection the client comes back at once.
        socket.disconnect();
        return;
      }
      options.onState("live");
      options.onResync({ polled: false });
    });
  });
  socket.on("disconnect", (reason) => {
    connection.connecting();
    // Socket.IO itself does not reconnect when it was the server that ended the connection.
    if (reason === "io server disconnect")
      connection.later(() => socket.connect(), FORCED_RECONNECT_MS);
  });
  socket.on("connect_error", () => {
    connection.connecting();
    if (!socket.active) giveUp();
  });
  socket.io.on("reconnect_failed", giveUp);
  socket.onAny((name: string, data: unknown) => {
    if (name === "resync") options.onResync({ polled: false });
    else options.onEvent(name, data);
  });
  return socket;
}
