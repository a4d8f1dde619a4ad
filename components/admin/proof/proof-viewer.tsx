"use client";

import {
  Expand,
  type LucideIcon,
  Maximize,
  RotateCcw,
  RotateCw,
  Shrink,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ProofPicture } from "./proof-picture";
import { type ProofView, useProofView } from "./use-proof-view";

type Tool = { key: string; label: string; icon: LucideIcon; run: () => void };

function Tools({ view, size }: { view: ProofView; size: string | null }) {
  const t = useTranslations("staff.proof");
  const tDesk = useTranslations("staffDesk.proof");
  const tools: Tool[] = [
    { key: "-", label: t("smaller"), icon: ZoomOut, run: view.smaller },
    { key: "+", label: t("larger"), icon: ZoomIn, run: view.larger },
    { key: "[", label: tDesk("turnLeft"), icon: RotateCcw, run: view.turnLeft },
    { key: "]", label: t("turn"), icon: RotateCw, run: view.turnRight },
    { key: "0", label: tDesk("fit"), icon: Maximize, run: view.fit },
    view.isFull
      ? { key: "f", label: tDesk("leaveFull"), icon: Shrink, run: () => view.setFull(false) }
      : { key: "f", label: tDesk("full"), icon: Expand, run: () => view.setFull(true) },
  ];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="text-caption text-text-2">
        {size ? <span className="mr-3">{size}</span> : null}
        <span role="status">{t("view", { percent: view.scale * 100, degrees: view.degrees })}</span>
      </p>
      <div className="-mr-2 flex">
        {tools.map(({ key, label, icon: Icon, run }) => (
          <IconButton
            key={key}
            label={label}
            title={`${label} (${key})`}
            aria-keyshortcuts={key}
            onClick={run}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        ))}
      </div>
    </div>
  );
}

export interface ProofViewerProps {
  path: string;
  label: string;
  /** Of the picture as it was kept, in pixels. */
  size: { width: number | null; height: number | null };
}

/**
 * The proof of a payment: larger, smaller, turned, on the full screen, by buttons, keys, a double click and
 * dragging. What does not fit scrolls, with the keyboard too.
 */
export function ProofViewer({ path, label, size: { width, height } }: ProofViewerProps) {
  const view = useProofView();
  const size = width && height ? `${width} × ${height}` : null;
  return (
    <>
      <figure className="flex flex-col gap-1 xl:h-full">
        <ProofPicture
          path={path}
          label={label}
          view={view}
          className="h-44 sm:h-72 xl:h-auto xl:flex-1"
        />
        <figcaption>
          <Tools view={view} size={size} />
        </figcaption>
      </figure>
      <Dialog open={view.isFull} onOpenChange={view.setFull} placement="full" title={label}>
        <div data-layer="full">
          <ProofPicture
            path={path}
            label={label}
            view={view}
            className="h-[calc(100dvh-11rem)] sm:h-[calc(100dvh-9rem)]"
          />
          <Tools view={view} size={size} />
        </div>
      </Dialog>
    </>
  );
}
