"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

const STORAGE_KEY = "staff-shortcuts";
const OFF = "off";
const EDITABLE = "input, textarea, select, [contenteditable='true']";
const DIALOG = "[role='dialog'], [role='alertdialog']";

const listeners = new Set<() => void>();
let remembered = true;

function read(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return remembered;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Turns single-key shortcuts on or off on this device: who speaks to a computer must be able to. */
export function setShortcutsOn(on: boolean): void {
  remembered = on;
  try {
    window.localStorage.setItem(STORAGE_KEY, on ? "on" : OFF);
  } catch {
    // The choice then lasts until the next load.
  }
  for (const listener of listeners) listener();
}

/** Whether single-key shortcuts work. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, read, () => true);
}

type Keys = Record<string, (() => void) | null | undefined>;

/**
 * Runs a function for a single key. Keys pressed while typing, or together with Control, Alt or Meta,
 * are left alone. Nothing that can't be taken back may stand behind one.
 * @param where "page" works while no dialog is open, "dialog" only inside one
 */
export function useShortcuts(where: "page" | "dialog", keys: Keys): void {
  const on = useShortcutsOn();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(EDITABLE)) return;
      const isInDialog = document.querySelector(DIALOG) !== null;
      if (isInDialog !== (where === "dialog")) return;
      const run = latest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, where]);
}
