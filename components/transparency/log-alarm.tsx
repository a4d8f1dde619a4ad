"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import type { Alarm, Wrong } from "@/lib/transparency/witnesses/browser-witness-rules";
import { type LogWatcher, watchLog } from "@/lib/transparency/witnesses/log-watch-client";

type Text =
  | Wrong
  | "title"
  | "advice"
  | "before"
  | "now"
  | "none"
  | "show"
  | "copy"
  | "copied"
  | "select"
  | "follow";

/** Texts come from outside: the banner is on pages that bring none. */
export interface LogAlarmProps {
  texts: Record<Text, string>;
  /** What else may be the reason; null where nothing may. */
  excuse: string | null;
  /** Whether the site has a log by now. */
  hasBegun: boolean;
}

/** Watches the log, and says what is wrong with it for as long as it is. Nobody can close that. */
export function LogAlarm({ texts, excuse, hasBegun }: LogAlarmProps) {
  const [alarm, setAlarm] = useState<Alarm | null>(null);
  const watcher = useRef<LogWatcher>(null);
  useEffect(() => {
    watcher.current = watchLog(setAlarm, { hasBegun });
    return watcher.current.stop;
  }, [hasBegun]);
  if (!alarm) return null;
  return (
    <div role="alert">
      <Banner tone="error" full title={texts.title}>
        {texts[alarm.wrong]} {texts.advice} {excuse}
        <Evidence alarm={alarm} texts={texts}>
          {alarm.wrong === "anew" ? (
            <button
              type="button"
              className={buttonClass({ variant: "ghost" })}
              onClick={() => watcher.current?.follow()}
            >
              {texts.follow}
            </button>
          ) : null}
        </Evidence>
      </Banner>
    </div>
  );
}

interface EvidenceProps {
  alarm: Alarm;
  texts: LogAlarmProps["texts"];
  /** What else can be done with it. */
  children: ReactNode;
}

function Evidence({ alarm, texts, children }: EvidenceProps) {
  const shown = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const parts = [
    [texts.before, alarm.before],
    [texts.now, alarm.now || texts.none],
  ] as const;
  const select = () => {
    // What is selected can be copied by hand.
    if (shown.current) getSelection()?.selectAllChildren(shown.current);
    setSaid(texts.select);
  };
  const copy = async () => {
    const text = parts.map(([title, note]) => `${title}\n${note.trim()}\n`).join("\n");
    try {
      await navigator.clipboard.writeText(text);
      setSaid(texts.copied);
    } catch {
      select();
    }
  };
  return (
    <details className="mt-1">
      <summary className="min-h-target cursor-pointer py-2 font-semibold">{texts.show}</summary>
      <div ref={shown} className="space-y-2">
        {parts.map(([title, text]) => (
          <div key={title}>
            <p>{title}</p>
            <pre className="mt-1 whitespace-pre-wrap break-all rounded-field bg-surface p-2 text-text">
              {text}
            </pre>
          </div>
        ))}
      </div>
      <div className="my-2 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className={buttonClass({ variant: "outline" })}
          onClick={() => void copy()}
        >
          {texts.copy}
        </button>
        <span aria-live="polite">{said}</span>
        {children}
      </div>
    </details>
  );
}
