import type { Evidence } from "./evidence";
import type { Steps } from "./steps";

/** That the parts stand in the log in this order, as far as they are there. */
export function checkOrder(steps: Steps, found: Evidence, order: readonly string[]): void {
  const there = order.flatMap((part) => {
    const one = found.get(part);
    return one ? [{ part, index: one.index }] : [];
  });
  if (there.length < 2) {
    steps.leaveOpen("order", "needsParts");
    return;
  }
  // Entry and exit may be one tick.
  const at = there.findIndex(({ index }, n) => n > 0 && index < (there[n - 1]?.index ?? 0));
  if (at < 0) steps.pass("order");
  else {
    const [first, second] = [there[at - 1], there[at]];
    steps.fail("order", "outOfOrder", { part: first?.part ?? "", other: second?.part ?? "" });
  }
}
