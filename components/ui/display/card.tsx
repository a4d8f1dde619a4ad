import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

export interface CardProps extends ComponentProps<"section"> {
  /** Padding; `none` for lists whose rows bring their own. */
  padding?: "none" | "normal" | "wide";
}

const PADDING = { none: "", normal: "p-4", wide: "p-5" };

/** A bordered surface. Give it `aria-labelledby` when its title should name a region. */
export function Card({ padding = "normal", className, ...rest }: CardProps) {
  return (
    <section
      className={clsx(
        "min-w-0 rounded-card border border-line bg-surface",
        padding === "none" && "overflow-hidden",
        PADDING[padding],
        className,
      )}
      {...rest}
    />
  );
}

/** A section title with an optional action at its end. */
export function SectionTitle({
  id,
  tabIndex,
  action,
  children,
}: {
  id?: string;
  /** For a title that takes the focus of what leaves its section. */
  tabIndex?: -1;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex min-h-target flex-wrap items-center justify-between gap-x-4 gap-y-1 ${action ? "pb-1" : ""}`}
    >
      <h2 id={id} tabIndex={tabIndex} className="font-semibold text-section">
        {children}
      </h2>
      {action}
    </div>
  );
}
