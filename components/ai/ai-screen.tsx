"use client";

import { type ReactNode, useState } from "react";
import { useApproach } from "@/components/ui/use-approach";
import { useAccount } from "@/lib/platform/client/use-account";
import { loadDialogs } from "./lazy-dialogs";
import { Proposals } from "./proposals";
import { NewRun } from "./runs/new-run";
import { Runs } from "./runs/runs";

export interface AiScreenProps {
  hasAcceptedRisk: boolean;
  /** What can be lost, by the form. */
  children?: ReactNode;
}

/** Strategy trading: what support proposes and what runs; with room beside them, else below, a new allocation. */
export function AiScreen({ hasAcceptedRisk, children }: AiScreenProps) {
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  // What support proposes is for real money.
  const isPractice = useAccount() === "practice";
  const page = useApproach<HTMLDivElement>(loadDialogs);
  return (
    <div ref={page} className="grid grid-cols-1 gap-4 lg:grid-cols-12 lg:items-start">
      <div className="min-w-0 space-y-4 lg:col-span-7">
        {isPractice ? null : <Proposals isAccepted={isAccepted} onAcceptedChange={setAccepted} />}
        <Runs />
      </div>
      <div className="min-w-0 space-y-4 lg:col-span-5">
        <NewRun isAccepted={isAccepted} onAcceptedChange={setAccepted} />
        {children}
      </div>
    </div>
  );
}
