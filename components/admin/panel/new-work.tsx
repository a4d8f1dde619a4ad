"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createStoredFlag } from "@/components/ui/choices/stored-flag";
import { Switch } from "@/components/ui/switch";

const KINDS = ["deposits", "withdrawals", "approvals", "chat"] as const;
type Counts = Partial<Record<string, number>>;

const flag = createStoredFlag("staff-new-work", { off: "off", on: "on" }, false);

/** The browser's own notification; some have it for installed pages only and throw. */
async function show(title: string, kind: string): Promise<void> {
  // One of a kind at a time, over all open tabs.
  const tag = `new-work-${kind}`;
  try {
    const worker = await navigator.serviceWorker?.getRegistration("/");
    if (worker) {
      // Where this device gets push messages, too, the one about the same takes its place (public/sw.js).
      const [icon, data] = ["/icon-192.png", { url: `/admin/${kind}` }];
      await worker.showNotification(title, { tag, icon, data });
      return;
    }
    const notification = new Notification(title, { tag });
    notification.onclick = () => window.focus();
  } catch {
    // The counts in the menu say the same.
  }
}

/** Shows new work by the browser while the panel is open and not looked at, where that was chosen on this device. */
export function useNewWork(counts: Counts): void {
  const t = useTranslations("staff.newWork");
  const on = flag.useValue();
  const known = useRef<Counts>({});
  useEffect(() => {
    for (const kind of KINDS) {
      const [before, now] = [known.current[kind], counts[kind]];
      if (now === undefined) continue;
      known.current[kind] = now;
      const isMore = before !== undefined && now > before;
      if (isMore && on && document.hidden) void show(t(`kinds.${kind}`, { count: now }), kind);
    }
  });
}

/** Turns the browser's notifications of new work on or off on this device; the browser asks whether it may. */
export function NewWorkSwitch() {
  const t = useTranslations("staff.newWork");
  const on = flag.useValue();
  const [isRefused, setRefused] = useState(false);
  if (typeof Notification === "undefined") return null;
  const change = async (wanted: boolean) => {
    const may = !wanted || (await Notification.requestPermission()) === "granted";
    setRefused(!may);
    if (may) flag.set(wanted);
  };
  return (
    <div>
      <Switch label={t("label")} checked={on} onCheckedChange={(next) => void change(next)} />
      <p className="text-caption text-text-2">{t("hint")}</p>
      <p role="status" className="text-caption text-text-2">
        {isRefused ? t("refused") : null}
      </p>
    </div>
  );
}
