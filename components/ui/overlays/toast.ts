"use client";

import { useSyncExternalStore } from "react";

/** One short message. */
export type Toast = {
  tone: "success" | "error" | "info";
  text: string;
  /** Where it shows for another time than others. */
  durationMs?: number;
  /** Said by an alert where no toaster comes for it. */
  isUrgent?: boolean;
};

/** How long a toast shows. */
export const TOAST_MS = 3000;
/** What is urgent waits for the toaster this long. */
const TOASTER_WAIT_MS = 2000;
/** A toast that came along from another page is seen there at least this long. */
const CARRIED_MIN_MS = 1000;
/** One whose next page showed no toasts is old news after this long. */
const CARRIED_MAX_MS = 60_000;
const CARRIED_KEY = "toast";

let needed = false;
let newest: (Toast & { endsAtMs: number }) | undefined;
/** The newest toast from before the toaster was there. */
let waiting: Toast | undefined;
/** The urgent one that nobody has shown yet. */
let unsaid: Toast | undefined;
let isLost = false;
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
  unsaid = undefined;
  return () => {
    receiver = undefined;
  };
}

/** Told that the toaster's code could not be loaded: what is urgent is said by an alert, now and from now on. */
export function loseToasts(): void {
  isLost = true;
  if (unsaid) alertFor(unsaid);
}

function alertFor(toast: Toast): void {
  if (unsaid !== toast) return;
  unsaid = undefined;
  // A toaster that comes late, or the next page, would say it again.
  if (waiting === toast) waiting = undefined;
  if (newest?.isUrgent) newest = undefined;
  window.alert(toast.text);
}

function show(toast: Toast): void {
  // What must be said is not forgotten for what comes after it.
  if (!receiver && unsaid && !toast.isUrgent) return;
  newest = { ...toast, endsAtMs: Date.now() + (toast.durationMs ?? TOAST_MS) };
  if (receiver) {
    receiver(toast);
  } else {
    waiting = toast;
    prepareToasts();
    if (toast.isUrgent) waitForToaster(toast);
  }
}

function waitForToaster(toast: Toast): void {
  unsaid = toast;
  if (isLost) alertFor(toast);
  else setTimeout(() => alertFor(toast), TOASTER_WAIT_MS);
}

/** Takes the newest toast, if it still shows, along to the next page of this tab, where a full load would end it. */
export function carryToast(): void {
  if (newest === undefined || newest.endsAtMs < Date.now()) return;
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(newest));
    // From here on it is the next page that says it.
    unsaid = undefined;
  } catch {
    // It was seen here, or is still to be said here.
  }
}

/** Shows the toast that the page before has sent along, for the rest of its time. */
export function showCarriedToast(): void {
  try {
    const kept = sessionStorage.getItem(CARRIED_KEY);
    sessionStorage.removeItem(CARRIED_KEY);
    const carried = JSON.parse(kept ?? "null") as typeof newest;
    if (!carried) return;
    const { tone, text, endsAtMs, isUrgent } = carried;
    const leftMs = endsAtMs - Date.now();
    if (leftMs < -CARRIED_MAX_MS) return;
    show({ tone, text, isUrgent, durationMs: Math.max(leftMs, CARRIED_MIN_MS) });
  } catch {
    // Nothing can have been kept.
  }
}

/** Shows a toast for 3 s. A new one replaces the old. Anything that must not be missed also stays on the page. */
export const showToast = {
  success: (text: string) => show({ tone: "success", text }),
  error: (text: string) => show({ tone: "error", text }),
  info: (text: string) => show({ tone: "info", text }),
  /** An error that is said by an alert where no toaster comes within 2 s. */
  urgent: (text: string) => show({ tone: "error", text, isUrgent: true }),
};
