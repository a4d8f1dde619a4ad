import { clsx } from "clsx";
import { CircleCheck, Info, type LucideIcon, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";

export type BannerTone = "info" | "warn" | "error" | "success" | "offline" | "demo";

const TONES: Record<BannerTone, { icon: LucideIcon; className: string }> = {
  info: { icon: Info, className: "bg-info-soft text-info" },
  demo: { icon: Info, className: "bg-info-soft text-info" },
  warn: { icon: TriangleAlert, className: "bg-warn-soft text-warn" },
  error: { icon: TriangleAlert, className: "bg-down-soft text-down" },
  success: { icon: CircleCheck, className: "bg-up-soft text-up" },
  offline: { icon: WifiOff, className: "bg-warn-soft text-warn" },
};

export interface BannerProps {
  tone: BannerTone;
  title?: ReactNode;
  children: ReactNode;
  /** A link or button after the text. */
  action?: ReactNode;
  /** Across the whole width above the page, without rounded corners. */
  full?: boolean;
  /** Announce when it appears. Leave out for banners that are there from the start. */
  live?: boolean;
}

/** A message that belongs to the page and stays. */
export function Banner({ tone, title, children, action, full = false, live = false }: BannerProps) {
  const { icon: Icon, className } = TONES[tone];
  return (
    <div
      role={live ? "status" : undefined}
      className={clsx(
        "flex items-start gap-3",
        full ? "justify-center px-4 py-2 text-caption" : "rounded-card p-4",
        className,
      )}
    >
      <Icon aria-hidden="true" className={clsx("shrink-0", full ? "size-4.5" : "mt-0.5 size-5")} />
      <div className="min-w-0">
        {title ? <strong className="font-semibold">{title} </strong> : null}
        {children}
        {action ? <div className="mt-1">{action}</div> : null}
      </div>
    </div>
  );
}
