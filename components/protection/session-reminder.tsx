"use client";

import { useEffect, useState } from "react";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { readStored, writeStored } from "@/lib/platform/client/safe-storage";
import { nextReminder, type Visit } from "@/lib/protection/reminder-rules";

const KEY = "visit";
const LOOK_EVERY_MS = 15_000;

const ReminderDialog = lazyDialog(() =>
  import("./reminder-dialog").then((module) => module.ReminderDialog),
);

function readVisit(): Visit | null {
  try {
    return JSON.parse(readStored("localStorage", KEY) ?? "null") as Visit | null;
  } catch {
    return null;
  }
}

/** Says every so many minutes for how long somebody has been here, and what today has brought. All tabs count as one visit. */
export function SessionReminder({ minutes }: { minutes: number }) {
  const [passedMs, setPassedMs] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      const { visit, dueMs } = nextReminder(readVisit(), Date.now(), minutes * 60_000);
      writeStored("localStorage", KEY, JSON.stringify(visit));
      if (dueMs !== null) setPassedMs(dueMs);
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [minutes]);
  return (
    <ReminderDialog
      open={passedMs !== null}
      minutes={Math.floor((passedMs ?? 0) / 60_000)}
      onClose={() => setPassedMs(null)}
    />
  );
}
