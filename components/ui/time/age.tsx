"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { everySecond } from "@/components/ui/time/every-second";
import { useDateTime } from "@/components/ui/time/use-date-time";

const STEP_MS = 1_000;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** How long ago a moment was; on the server, and to be looked up, the moment itself. */
export function Age({ at }: { at: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ui.age");
  const now = useSyncExternalStore(
    everySecond,
    () => Math.floor(Date.now() / STEP_MS) * STEP_MS,
    () => null,
  );
  const moment = formatDateTime(at, { zone: true });
  if (now === null) return <time dateTime={at}>{moment}</time>;
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const text =
    seconds < MINUTE
      ? t("seconds", { count: seconds })
      : seconds < HOUR
        ? t("minutes", { count: Math.floor(seconds / MINUTE) })
        : seconds < DAY
          ? t("hours", { count: Math.floor(seconds / HOUR) })
          : t("days", { count: Math.floor(seconds / DAY) });
  return (
    <time dateTime={at} title={moment}>
      {text}
    </time>
  );
}
