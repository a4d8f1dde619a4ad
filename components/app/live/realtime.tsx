"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { storedUser } from "@/lib/accounts/client";
import { pageAccount } from "@/lib/platform/client/account";
import { connectRealtime } from "@/lib/platform/client/realtime";
import { whenIdle } from "@/lib/platform/ui/when-idle";
import { resetRealtimeState, setRealtimeState } from "./realtime-state";

/** What an event's handler may touch. */
export type EventContext = {
  queryClient: QueryClient;
  /** Renders the page's server part again. */
  refreshPage: () => void;
};

/**
 * One entry per server event; unknown events are ignored. `data` is what the server sent. "resync" is for what
 * is not in the query cache, after any time in which events may have been missed.
 */
export type EventHandlers = Record<string, (data: unknown, context: EventContext) => void>;

/** A handler that refetches what is shown under these query keys. */
export function invalidates(...keys: (readonly unknown[])[]): EventHandlers[string] {
  return (_data, { queryClient }) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  };
}

/**
 * Connects the logged-in person to the server's events while it is mounted, and hands each event to
 * its handler. Once connected, also after a gap, everything shown is fetched again. Renders nothing.
 */
export function Realtime({ events }: { events: EventHandlers }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const latest = useRef({ events, router });
  useEffect(() => {
    latest.current = { events, router };
  });

  useEffect(() => {
    const userId = storedUser()?.id;
    if (!userId) return;
    const context: EventContext = {
      queryClient,
      refreshPage: () => latest.current.router.refresh(),
    };
    let disconnect: (() => void) | undefined;
    const cancel = whenIdle(() => {
      disconnect = connectRealtime({
        userId,
        onEvent: (name, data) => {
          // Of the account that this tab does not show.
          const { account = pageAccount() } = (data ?? {}) as { account?: unknown };
          if (account === pageAccount()) latest.current.events[name]?.(data, context);
        },
        // A hidden tab catches up when it is shown again: what is marked refetches on focus.
        onResync: ({ polled }) => {
          void queryClient.invalidateQueries(
            { refetchType: document.hidden ? "none" : "active" },
            // What is under way may have been read before the gap. Polls would end all that takes longer than a poll.
            { cancelRefetch: !polled },
          );
          latest.current.events.resync?.(null, context);
        },
        onState: setRealtimeState,
      });
    });
    return () => {
      cancel();
      disconnect?.();
      resetRealtimeState();
    };
  }, [queryClient]);

  return null;
}
