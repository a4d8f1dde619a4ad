"use client";

import { useTranslations } from "next-intl";
import { type Status, StatusPill } from "@/components/ui/display/pill";
import type { RunDto } from "@/lib/ai/schema";

const LOOKS: Record<RunDto["status"], Status> = {
  running: "active",
  stopping: "processing",
  stopped: "stopped",
};

/** Whether a run is on. */
export function RunStatus({ run }: { run: Pick<RunDto, "status"> }) {
  const t = useTranslations("ai.statuses");
  return <StatusPill status={LOOKS[run.status]} label={t(run.status)} />;
}
