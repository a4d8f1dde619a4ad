"use client";

import { useSyncExternalStore } from "react";

/** One short message. */
export type Toast = { tone: "success" | "error" | "info"; text: string };

let needed = false;
/** The newest toast from before the toaster was there. */
let waiting: Toast | undefined;
let receiver: ((toast: Toast) => void) | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the toaster, so that its live region is there before the first toast. Called by pages that may show one. */
export function prepareToasts(): void {
  needed = true;
  for (const listener of listeners) listener();
}

/** Whether any page has asked for the toaster. */
export function useToastsNeeded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => needed,
    () => false,
  );
}

/** Who shows toasts from now on, the waiting one first. Returns the way to stop. */
export function receiveToasts(show: (toast: Toast) => void): () => void {
  receiver = show;
  if (waiting) show(waiting);
  waiting = undefined;
  return () => {
    receiver = undefined;
  };
}

/** Whether a toast would be seen now: the toaster may be on its way, or have failed to load. */
export function canToast(): boolean {
  return receiver !== undefined;
}

function show(toast: Toast): void {
  if (receiver) {
    receiver(toast);
  } else {
    waiting = toast;
    prepareToasts();
  }
}

/** Shows a toast for 3 s. A new one replaces the old. Anything that must not be missed also stays on the page. */
export const notify = {
  success: (text: string) => show({ tone: "success", text }),
  error: (text: string) => show({ tone: "error", text }),
  info: (text: string) => show({ tone: "info", text }),
};
