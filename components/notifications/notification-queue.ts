"use client";

import { useSyncExternalStore } from "react";

/** What a floating notification shows. */
export type FloatingNotification = { id: string; title: string; message: string };

let queue: readonly FloatingNotification[] = [];
/** Ids already queued: a notification that arrives over two connections shows once. */
const seen = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly FloatingNotification[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page that shows by itself what a kind of notification tells of: whoever is there sees it happen. */
const SHOWN_ON = new Map<unknown, string>([
  ["chat", "/chat"],
  ["option-trade", "/option-trading"],
  ["manual-trade", "/trade"],
]);

/**
 * Nobody but their owner makes conversions, and polling doesn't bring the mark of what one has just done. Strategies
 * trade often and unasked: a night of twenty runs would be a line of dialogs.
 */
const ONLY_LISTED: readonly unknown[] = ["storage", "ai-trade"];

/** Not for a dialog, only for the list: what the user has just done (marked quiet), and what the page shows anyway. */
function wantsDialog(data: unknown): data is FloatingNotification {
  if (typeof data !== "object" || data === null) return false;
  const { id, title, message, type, quiet } = data as Record<string, unknown>;
  const isWhole = [id, title, message].every((value) => typeof value === "string");
  if (!isWhole || quiet === true || ONLY_LISTED.includes(type)) return false;
  return SHOWN_ON.get(type) !== window.location.pathname;
}

/** Puts a pushed notification in line; what is not for a dialog, malformed or was in line before is ignored. */
export function enqueueNotification(data: unknown): void {
  if (!wantsDialog(data) || seen.has(data.id)) return;
  seen.add(data.id);
  change([...queue, { id: data.id, title: data.title, message: data.message }]);
}

/** Takes the one that was shown out of line. */
export function dismissNotification(id: string): void {
  change(queue.filter((item) => item.id !== id));
}

/** Empties the line, at logout. */
export function clearNotifications(): void {
  seen.clear();
  change([]);
}

/** The notification that is next; undefined when none waits. */
export function useNextNotification(): FloatingNotification | undefined {
  return useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );
}
