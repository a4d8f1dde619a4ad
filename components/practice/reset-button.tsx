"use client";

import { type ComponentProps, useState } from "react";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";

const ResetDialog = lazyDialog(() => import("./reset-dialog").then((module) => module.ResetDialog));

/** Opens the question whether the practice balance is to be set back. */
export function ResetButton(props: ComponentProps<"button">) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" {...props} onClick={() => setAsking(true)} />
      <ResetDialog open={isAsking} onOpenChange={setAsking} />
    </>
  );
}
