/** Works out anew what orders, signals and whole runs of strategies came to. */
import { formatMicro } from "@/lib/platform/money";
import type { Evidence, Found } from "./evidence";
import { recordsOf } from "./money";
import { checkOrder } from "./order";
import type { Steps } from "./steps";
import { checkEntry, checkFill, checkOrdered, checkSignalled } from "./trade";
import { whole } from "./values";

type Record = NonNullable<Found["record"]>;

/** Adds the steps of an order that waited for a price. @throws Unreadable for what the product does not write */
export function checkRestingOrder(steps: Steps, id: string, found: Evidence): void {
  const [accepted, settled] = ["accepted", "settled"].map((part) => found.get(part)?.record);
  const closed = found.get("closed")?.record;
  if (!accepted) {
    steps.leaveOpen("subject", "needsRecord");
    return;
  }
  const others = [accepted, settled, closed].filter((record) => record != null);
  steps.judge("subject", { otherSubject: others.some(({ order }) => order !== id) });
  if (settled) {
    checkOrdered(steps, found, accepted, settled);
    return;
  }
  checkOrder(steps, found, ["accepted", "closed"]);
  if (closed) steps.pass("notFilled");
  else steps.leaveOpen("payout", "needsEnd");
}

/** Adds the steps of a strategy's signal and the trade that it made. @throws Unreadable */
export function checkSignal(steps: Steps, id: string, found: Evidence): void {
  const [signal] = recordsOf(steps, id, found, ["signal"]);
  const settled = found.get("settled")?.record;
  if (signal && settled) checkSignalled(steps, found, signal, settled);
  else steps.leaveOpen("payout", "needsEnd");
}

/** Adds the steps of a run: the sale at its end, and that what came back follows from every fill. @throws Unreadable */
export function checkRun(steps: Steps, id: string, found: Evidence): void {
  const own = recordsOf(steps, id, found, ["started", "stopping", "ended"]);
  const [started, stopping, ended] = own;
  const sale = found.get("settled")?.record ?? null;
  const names = [...found.keys()].filter((name) => name.startsWith("fill/"));
  checkOrder(steps, found, ["started", ...names]);
  checkOrder(steps, found, ["started", "stopping", "entryTick", "settled", "ended"]);
  if (stopping && sale) {
    const entry = checkEntry(steps, found, stopping, null);
    checkFill(steps, { accepted: null, settled: sale, entry });
  }
  if (!started || !ended) {
    steps.leaveOpen("payout", "needsEnd");
    return;
  }
  const fills = [...names.map((name) => found.get(name)?.record), sale].filter(
    (fill) => fill != null,
  );
  const { cash, gold } = sumOf(whole(started.allocatedMicro), fills);
  const said = whole(ended.returnedMicro);
  steps.judge(
    "runSum",
    {
      otherTerms: fills.some(({ run }) => run !== id),
      otherHolding: gold !== 0n,
      otherPayout: cash !== said,
    },
    { payout: formatMicro(cash), said: formatMicro(said), fills: String(fills.length) },
  );
}

/** What a run has after its fills, in micro-units. */
function sumOf(allocated: bigint, fills: Record[]): { cash: bigint; gold: bigint } {
  let [cash, gold] = [allocated, 0n];
  for (const { side, amountMicro, receivedMicro } of fills) {
    const [given, received] = [whole(amountMicro), whole(receivedMicro)];
    cash += side === "buy" ? -given : received;
    gold += side === "buy" ? received : -given;
  }
  return { cash, gold };
}
