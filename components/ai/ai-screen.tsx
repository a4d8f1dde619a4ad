"use client";

import { useState } from "react";
import { NewRun } from "./new-run";
import { Proposals } from "./proposals";
import { Runs } from "./runs";

/** Strategy trading: what runs, what support proposes, and a new allocation. */
export function AiScreen({ hasAcceptedRisk }: { hasAcceptedRisk: boolean }) {
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  return (
    <>
      <Proposals isAccepted={isAccepted} onAcceptedChange={setAccepted} />
      <Runs />
      <NewRun isAccepted={isAccepted} onAcceptedChange={setAccepted} />
    </>
  );
}
