"use client";

import { useState } from "react";
import { useShortcuts } from "@/components/ui/shortcuts";

const STEPS = [0.5, 1, 1.5, 2, 3, 4, 6, 8];
const FIT = 1;
const DOUBLE = 3;
const QUARTER = 90;
const CIRCLE = 360;

/** How a proof is looked at: how large, how turned, on the full screen or not; with its keys. */
export function useProofView() {
  const [step, setStep] = useState(FIT);
  const [degrees, setDegrees] = useState(0);
  const [isFull, setFull] = useState(false);
  const turn = (by: number) => setDegrees((now) => (now + by + CIRCLE) % CIRCLE);
  const view = {
    scale: STEPS[step] ?? 1,
    degrees,
    isSideways: degrees % (2 * QUARTER) !== 0,
    isFull,
    setFull,
    larger: () => setStep((now) => Math.min(STEPS.length - 1, now + 1)),
    smaller: () => setStep((now) => Math.max(0, now - 1)),
    turnLeft: () => turn(-QUARTER),
    turnRight: () => turn(QUARTER),
    fit: () => {
      setStep(FIT);
      setDegrees(0);
    },
    toggleDouble: () => setStep(step === FIT ? DOUBLE : FIT),
  };
  const keys = {
    "+": view.larger,
    "=": view.larger,
    "-": view.smaller,
    "0": view.fit,
    "]": view.turnRight,
    "[": view.turnLeft,
    f: () => setFull(!isFull),
  };
  useShortcuts("dialog", keys);
  useShortcuts("full", keys);
  return view;
}

export type ProofView = ReturnType<typeof useProofView>;
