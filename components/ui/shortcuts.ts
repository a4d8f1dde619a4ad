"use client";

import { useEffect, useRef } from "react";
import { createStoredFlag } from "@/components/ui/choices/stored-flag";

const EDITABLE =
  "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable='true']";
const DIALOG = "[role='dialog'], [role='alertdialog']";
/** What a dialog shows on the full screen, over another one. */
const FULL = "[data-layer='full']";

type Layer = "page" | "dialog" | "full";

function topLayer(): Layer {
  if (document.querySelector(FULL)) return "full";
  return document.querySelector(DIALOG) ? "dialog" : "page";
}

// Named when only staff had shortcuts: who turned them off keeps them off.
const flag = createStoredFlag("staff-shortcuts", { off: "off", on: "on" }, true);

/** Turns single-key shortcuts on or off on this device: who speaks to a computer must be able to. */
export const setShortcutsOn = flag.set;

/** Whether single-key shortcuts work. */
export const useShortcutsOn = flag.useValue;

type Keys = Record<string, (() => void) | null | undefined>;

/**
 * Runs a function for a single key. Keys pressed while typing, or together with Control, Alt or Meta,
 * are left alone. Nothing that can't be taken back may stand behind one.
 * @param where "page" works while no dialog is open, "dialog" only inside one, "full" only over one
 */
export function useShortcuts(where: Layer, keys: Keys): void {
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
      if (topLayer() !== where) return;
      const run = latest.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [on, where]);
}
