import { clsx } from "clsx";

export interface ProgressBarProps {
  /** 0 to 1. */
  value: number;
  /** What progresses. */
  label: string;
  className?: string;
}

/** How far something is, as a bar with a name and a percentage. */
export function ProgressBar({ value, label, className }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <progress
      aria-label={label}
      value={percent}
      max={100}
      className={clsx(
        "block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-2 [&::-moz-progress-bar]:bg-gold-line [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-gold-line",
        className,
      )}
    >
      {percent}%
    </progress>
  );
}
