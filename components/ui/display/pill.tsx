import { clsx } from "clsx";
import {
  Ban,
  Check,
  CircleCheck,
  CirclePlay,
  Clock,
  Info,
  LoaderCircle,
  type LucideIcon,
  RotateCcw,
  Snowflake,
  TriangleAlert,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export type PillTone = "neutral" | "up" | "down" | "warn" | "info" | "gold";

const TONES: Record<PillTone, string> = {
  neutral: "bg-surface-2 text-text-2",
  up: "bg-up-soft text-up",
  down: "bg-down-soft text-down",
  warn: "bg-warn-soft text-warn",
  info: "bg-info-soft text-info",
  gold: "bg-gold-soft text-gold-text",
};

export interface PillProps {
  tone?: PillTone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

/** A small label. Its meaning is in the word; the icon and tone only repeat it. */
export function Pill({ tone = "neutral", icon: Icon, className, children }: PillProps) {
  return (
    <span
      className={clsx(
        "inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-caption",
        TONES[tone],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
      {children}
    </span>
  );
}

/** Marks anything that rests on simulated prices or test money. Also prints. */
export function SimulatedPill({ children }: { children?: ReactNode }) {
  const t = useTranslations("ui");
  return (
    <Pill tone="info" icon={Info}>
      {children ?? t("simulated")}
    </Pill>
  );
}

const STATUSES = {
  pending: { icon: Clock, tone: "warn" },
  confirmed: { icon: Check, tone: "info" },
  processing: { icon: LoaderCircle, tone: "info" },
  completed: { icon: Check, tone: "up" },
  failed: { icon: TriangleAlert, tone: "down" },
  cancelled: { icon: Ban, tone: "neutral" },
  reversed: { icon: RotateCcw, tone: "down" },
  active: { icon: CirclePlay, tone: "info" },
  inactive: { icon: Ban, tone: "neutral" },
  frozen: { icon: Snowflake, tone: "warn" },
  open: { icon: CirclePlay, tone: "info" },
  settling: { icon: LoaderCircle, tone: "info" },
  won: { icon: CircleCheck, tone: "up" },
  lost: { icon: TriangleAlert, tone: "down" },
  refunded: { icon: RotateCcw, tone: "neutral" },
  void: { icon: Ban, tone: "neutral" },
  filled: { icon: Check, tone: "up" },
  stopped: { icon: Ban, tone: "neutral" },
  expired: { icon: Ban, tone: "neutral" },
  closed: { icon: Ban, tone: "neutral" },
} as const satisfies Record<string, { icon: LucideIcon; tone: PillTone }>;

export type Status = keyof typeof STATUSES;

/** A status as icon and word. `label` replaces the usual word. */
export function StatusPill({ status, label }: { status: Status; label?: string }) {
  const t = useTranslations("ui.status");
  const { icon, tone } = STATUSES[status];
  return (
    <Pill tone={tone} icon={icon}>
      {label ?? t(status)}
    </Pill>
  );
}
