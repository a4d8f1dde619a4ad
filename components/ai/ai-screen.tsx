"use client";

import { useState } from "react";
import { useApproach } from "@/components/ui/use-approach";
import { useAccount } from "@/lib/platform/client/use-account";
import { loadDialogs } from "./lazy-dialogs";
import { Proposals } from "./proposals";
import { NewRun } from "./runs/new-run";
import { Runs } from "./runs/runs";

/** Strategy trading: what runs, what support proposes, and a new allocation. */
export function AiScreen({ hasAcceptedRisk }: { hasAcceptedRisk: boolean }) {
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  // What support proposes is for real money.
  const isPractice = useAccount() === "practice";
  const page = useApproach<HTMLDivElement>(loadDialogs);
  return (
    <div ref={page} className="space-y-4">
      {isPractice ? null : <Proposals isAccepted={isAccepted} onAcceptedChange={setAccepted} />}
      <Runs />
      <NewRun isAccepted={isAccepted} onAcceptedChange={setAccepted} />
    </div>
  );
}
