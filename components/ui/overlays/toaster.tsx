"use client";

import { type ComponentType, lazy, Suspense } from "react";
import { loseToasts, useToastsNeeded } from "./toast";

const ToasterView = lazy<ComponentType<{ label: string }>>(() =>
  import("./toaster-view").then(
    (module) => ({ default: module.ToasterView }),
    // Without a network there are no toasts; what must not be missed is on the page.
    () => {
      loseToasts();
      return { default: () => null };
    },
  ),
);

/** Toasts of the whole site: once, in the root layout, so that one outlives the page that showed it. `label` names its live region. */
export function Toaster({ label }: { label: string }) {
  if (!useToastsNeeded()) return null;
  return (
    <Suspense fallback={null}>
      <ToasterView label={label} />
    </Suspense>
  );
}
