import { ArrowDown, ArrowUp } from "lucide-react";

/** The arrow of a direction; the word stands beside it. */
export function DirectionIcon({ direction }: { direction: "up" | "down" | null }) {
  return direction === "down" ? (
    <ArrowDown aria-hidden="true" className="size-5 shrink-0 text-down" />
  ) : (
    <ArrowUp aria-hidden="true" className="size-5 shrink-0 text-up" />
  );
}
