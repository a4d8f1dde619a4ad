import { ArrowDown, ArrowLeftRight, ArrowUp } from "lucide-react";

/** The arrow of a direction, or the sign of a spot trade, which has none; the word stands beside it. */
export function DirectionIcon({ direction }: { direction: "up" | "down" | null }) {
  if (direction === null) {
    return <ArrowLeftRight aria-hidden="true" className="size-5 shrink-0 text-gold-text" />;
  }
  return direction === "down" ? (
    <ArrowDown aria-hidden="true" className="size-5 shrink-0 text-down" />
  ) : (
    <ArrowUp aria-hidden="true" className="size-5 shrink-0 text-up" />
  );
}
