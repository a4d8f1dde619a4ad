import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A grey shape the exact size of what will come. Give the size with classes, e.g. `h-10 w-48`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("block animate-skeleton rounded-chip bg-surface-2", className)}
    />
  );
}

/** Wraps skeletons: invisible for the first 150 ms, announced as busy with a name. */
export function Loading({
  label,
  className,
  children,
}: {
  /** What is loading, for screen readers: "Loading trades". */
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={clsx("delayed-appear", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Skeleton rows of a list: each as tall as a real row. */
export function SkeletonRows({
  count = 3,
  className = "h-16",
}: {
  count?: number;
  className?: string;
}) {
  return (
    <div className="space-y-2">
      {Array.from({ length: count }, (_, row) => `row-${row}`).map((key) => (
        <Skeleton key={key} className={clsx("w-full rounded-card", className)} />
      ))}
    </div>
  );
}
