"use client";

import { type ReactNode, useState } from "react";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useApproach } from "@/components/ui/use-approach";
import { useRuns } from "@/lib/ai/runs-client";
import type { StrategyPictures } from "@/lib/ai/strategy-pictures";
import { useAccount } from "@/lib/platform/client/use-account";
import { loadDialogs } from "./lazy-dialogs";
import { Proposals } from "./proposals";
import { NewRun } from "./runs/new-run";
import { Runs } from "./runs/runs";

const AboutStrategies = lazyPart(() =>
  import("./about-strategies").then((module) => module.AboutStrategies),
);

export interface AiScreenProps {
  hasAcceptedRisk: boolean;
  pictures: StrategyPictures;
  /** What can be lost, by the form. */
  children?: ReactNode;
}

/**
 * Strategy trading: what support proposes and what runs; with room beside them, else below, a new allocation. While
 * nothing runs, what the strategies do and did.
 */
export function AiScreen({ hasAcceptedRisk, pictures, children }: AiScreenProps) {
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  // What support proposes is for real money.
  const isPractice = useAccount() === "practice";
  const runs = useRuns().data?.pages.flatMap((part) => part.runs);
  const isIdle = runs?.every(({ status }) => status === "stopped") ?? false;
  const page = useApproach<HTMLDivElement>(loadDialogs);
  return (
    <div
      ref={page}
      className="grid grid-cols-1 gap-4 lg:grid-cols-12 lg:grid-rows-[auto_1fr] lg:items-start"
    >
      <div className="min-w-0 space-y-4 lg:col-span-7">
        {isPractice ? null : <Proposals isAccepted={isAccepted} onAcceptedChange={setAccepted} />}
        <Runs />
      </div>
      <div className="min-w-0 space-y-4 lg:col-span-5 lg:row-span-2">
        <NewRun isAccepted={isAccepted} onAcceptedChange={setAccepted} />
        {children}
      </div>
      {isIdle ? (
        <div className="min-w-0 space-y-4 lg:col-span-7 lg:row-start-2">
          <AboutStrategies pictures={pictures} />
        </div>
      ) : null}
    </div>
  );
}
