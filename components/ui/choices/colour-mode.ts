"use client";

import { useSyncExternalStore } from "react";
import { announceChoice } from "./choices";
import { COLOUR_STORAGE_KEY } from "./stored-choices-script";

export type ColourMode = "default" | "blue-orange";

function current(): ColourMode {
  return document.documentElement.dataset.colours === "blue-orange" ? "blue-orange" : "default";
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-colours"] });
  return () => observer.disconnect();
}

/** Switches the colours of up and down, on this device. */
export function setColourMode(mode: ColourMode): void {
  if (mode === "default") delete document.documentElement.dataset.colours;
  else document.documentElement.dataset.colours = mode;
  try {
    window.localStorage.setItem(COLOUR_STORAGE_KEY, mode);
  } catch {
    // Blocked storage: the choice lasts until the next load.
  }
  announceChoice({ colourMode: mode });
}

/** The colours of up and down in use. */
export function useColourMode(): ColourMode {
  return useSyncExternalStore(subscribe, current, () => "default");
}
