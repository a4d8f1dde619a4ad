/** Works a trade out anew from its records and ticks, by the product's own rules. */
import { optionOutcome } from "@/lib/ledger/outcome-rules";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { optionGain } from "@/lib/trading/rules";
import { spotFill, spotPrice } from "@/lib/trading/spot-rules";
import type { Evidence, Found } from "./evidence";
import { checkOrder } from "./order";
import type { Steps } from "./steps";
import { micros, type Tick, tickOf, whole, wholeOrNull } from "./values";

type Record = NonNullable<Found["record"]>;

const SECOND = 1_000_000n;
/** How long an entry, and before an end a price, may be away. */
const WITHIN = 10n * SECOND;
/** How long the price that a signal is filled at may be away. */
const SIGNAL_WITHIN = 60n * SECOND;
const TERMS = ["id", "number", "user", "type", "direction", "side", "currency", "amountMicro"];

/** Adds the steps of a trade. @throws Unreadable for what the product does not write */
export function checkTrade(steps: Steps, id: string, found: Evidence): void {
  const [accepted, settled] = [found.get("accepted")?.record, found.get("settled")?.record];
  const terms = accepted ?? settled;
  if (!terms) {
    steps.leaveOpen("terms", "needsRecord");
    return;
  }
  if (accepted && settled && found.get("accepted")?.entry.kind === "signal") {
    steps.judge("subject", { otherTrade: settled.id !== id });
    checkSignalled(steps, found, accepted, settled);
    return;
  }
  if (accepted && settled && accepted.order !== undefined) {
    steps.judge("subject", { otherTrade: settled.id !== id });
    checkOrdered(steps, found, accepted, settled);
    return;
  }
  if (accepted && settled) {
    const other = TERMS.find((name) => accepted[name] !== settled[name]);
    steps.judge("terms", { otherTrade: terms.id !== id, otherTerms: other !== undefined });
  } else steps.judge("terms", { otherTrade: terms.id !== id });
  checkOrder(steps, found, ["accepted", "entryTick", "exitTick", "settled"]);
  const entry = accepted ? checkEntry(steps, found, accepted) : tickOf(found.get("entryTick"));
  if (!settled) {
    steps.leaveOpen("outcome", "needsEnd");
    return;
  }
  if (settled.status === "void") checkVoid(steps, settled);
  else if (settled.type === "option") checkOption(steps, found, { accepted, settled, entry });
  else checkFill(steps, { accepted, settled, entry });
}

/** Whether a tick may be what something accepted then is entered or filled at, and if not why. */
function whyNoEntry(tick: Tick, accepted: Record, within: bigint | null): string | null {
  const acceptedAt = micros(accepted.at);
  const from = acceptedAt + (wholeOrNull(accepted.entryDelayMs) ?? 0n) * 1_000n;
  if (tick.contested) return "contested";
  if (tick.at <= acceptedAt || tick.at < from) return "tooEarly";
  if (tick.knownAt <= acceptedAt || tick.knownAt < from) return "knownBefore";
  return within !== null && tick.at > from + within ? "tooLate" : null;
}

function checkEntryTick(
  steps: Steps,
  found: Evidence,
  accepted: Record,
  within: bigint | null,
): Tick | null {
  const entry = tickOf(found.get("entryTick"));
  if (!entry) {
    steps.leaveOpen("entryRule", "needsTick");
    return null;
  }
  const why = whyNoEntry(entry, accepted, within);
  const values = { seq: String(entry.seq), price: formatPriceE8(entry.price) };
  steps.judge("entryRule", why === null ? {} : { [why]: true }, values);
  return entry;
}

/**
 * By its time, the price that a trade was entered at, and that the tick before it could not be that.
 * @param within how long after the acceptance it may be, in microseconds; null for any time
 */
export function checkEntry(
  steps: Steps,
  found: Evidence,
  accepted: Record,
  within: bigint | null = WITHIN,
): Tick | null {
  const entry = checkEntryTick(steps, found, accepted, within);
  if (!entry) return null;
  const before = tickOf(found.get("tickBeforeEntry"));
  if (!before) {
    steps.leaveOpen("tickBeforeEntry", "needsTick");
    return entry;
  }
  steps.judge(
    "tickBeforeEntry",
    {
      notNext: before.seq !== entry.seq - 1n,
      couldBeEntry: whyNoEntry(before, accepted, within) === null,
    },
    { seq: String(before.seq) },
  );
  return entry;
}

/** That a record names the tick that was found. */
export function checkNamed(
  steps: Steps,
  part: string,
  tick: Tick,
  named: { seq: unknown; price?: bigint | null },
): boolean {
  return steps.judge(
    "tickNamed",
    {
      otherTick: tick.seq !== whole(named.seq),
      otherPrice: named.price !== undefined && named.price !== tick.price,
    },
    { part, seq: String(tick.seq), named: String(named.seq), price: formatPriceE8(tick.price) },
  );
}

/** A fill by the signal that it was made for, which was there before its price. */
export function checkSignalled(
  steps: Steps,
  found: Evidence,
  signal: Record,
  settled: Record,
): void {
  steps.judge("signalFilled", {
    otherTerms:
      signal.action !== settled.side ||
      signal.amountMicro !== settled.amountMicro ||
      signal.run !== settled.run,
  });
  checkOrder(steps, found, ["signal", "accepted", "entryTick", "settled"]);
  checkFill(steps, {
    accepted: null,
    settled,
    entry: checkEntry(steps, found, signal, SIGNAL_WITHIN),
  });
}

/** A fill by the order that waited for its price. Which price met it is a matter of all before it, which are in the log. */
export function checkOrdered(steps: Steps, found: Evidence, order: Record, settled: Record): void {
  const other = ["order", "side", "currency", "amountMicro"].some(
    (name) => order[name] !== settled[name],
  );
  steps.judge("terms", { otherTerms: other });
  checkOrder(steps, found, ["accepted", "entryTick", "settled"]);
  if (settled.status === "void") {
    checkVoid(steps, settled);
    return;
  }
  const entry = checkEntryTick(steps, found, order, null);
  const limitPriceE8 = order.type === "limit" ? (order.priceE8 ?? null) : null;
  checkFill(steps, { accepted: { ...order, limitPriceE8 }, settled, entry });
}

function checkVoid(steps: Steps, settled: Record): void {
  const stake = whole(settled.amountMicro);
  const back = settled.type === "option" ? whole(settled.payoutMicro) : stake;
  steps.leaveOpen("outcome", "voidNotShown");
  steps.judge("payout", { otherPayout: back !== stake }, { payout: formatMicro(back) });
}

type Ended = { accepted: Record | null | undefined; settled: Record; entry: Tick | null };

function checkOption(steps: Steps, found: Evidence, { accepted, settled, entry }: Ended): void {
  const exit = tickOf(found.get("exitTick"));
  if (!accepted || !entry || !exit) {
    steps.leaveOpen("outcome", "needsTick");
    return;
  }
  const isNamed =
    checkNamed(steps, "entryTick", entry, {
      seq: settled.entryTick,
      price: whole(settled.entryPriceE8),
    }) &&
    checkNamed(steps, "exitTick", exit, {
      seq: settled.exitTick,
      price: whole(settled.exitPriceE8),
    });
  const endsAt = entry.at + whole(accepted.durationSeconds) * SECOND;
  steps.judge(
    "exitRule",
    {
      otherEnd: micros(settled.expiresAt) !== endsAt,
      afterEnd: exit.at > endsAt,
      longBeforeEnd: exit.at < endsAt - WITHIN,
    },
    { seq: String(exit.seq), price: formatPriceE8(exit.price), end: String(settled.expiresAt) },
  );
  const after = tickOf(found.get("tickAfterExit"));
  if (after) {
    const reasons = { notNext: after.seq !== exit.seq + 1n, beforeEnd: after.at <= endsAt };
    steps.judge("tickAfterExit", reasons, { seq: String(after.seq) });
  } else steps.leaveOpen("tickAfterExit", "needsTick");
  if (!isNamed) {
    steps.leaveOpen("outcome", "needsTick");
    return;
  }
  const outcome = optionOutcome(accepted.direction as "up" | "down", entry.price, exit.price);
  steps.judge(
    "outcome",
    { mixedPrices: entry.simulated !== exit.simulated, otherOutcome: outcome !== settled.status },
    {
      direction: String(accepted.direction),
      outcome,
      status: String(settled.status),
      entry: formatPriceE8(entry.price),
      exit: formatPriceE8(exit.price),
    },
  );
  const stake = whole(accepted.amountMicro);
  const won = stake + optionGain(stake, whole(accepted.payoutRatePpm));
  const payout = { won, lost: 0n, refunded: stake }[outcome];
  steps.judge(
    "payout",
    {
      otherPayout: payout !== whole(settled.payoutMicro),
      otherResult: payout - stake !== whole(settled.pnlMicro),
    },
    { payout: formatMicro(payout), said: formatMicro(whole(settled.payoutMicro)) },
  );
}

/** A fill by the price that it names. */
export function checkFill(steps: Steps, { accepted, settled, entry }: Ended): void {
  if (!entry) {
    steps.leaveOpen("outcome", "needsTick");
    return;
  }
  checkNamed(steps, "entryTick", entry, { seq: settled.entryTick });
  const side = settled.side === "sell" ? "sell" : "buy";
  const price = spotPrice(side, entry.bid, entry.ask, wholeOrNull(settled.spreadPpm) ?? 0n);
  const limit = wholeOrNull(accepted?.limitPriceE8);
  const isBeyond = limit !== null && (side === "buy" ? price > limit : price < limit);
  steps.judge(
    "price",
    { otherPrice: price !== whole(settled.entryPriceE8), beyondLimit: isBeyond },
    { price: formatPriceE8(price) },
  );
  const fee = wholeOrNull(accepted?.feeRatePpm) ?? wholeOrNull(settled.feeRatePpm) ?? 0n;
  const fill = spotFill(side, whole(settled.amountMicro), price, fee);
  steps.judge(
    "payout",
    {
      otherFee: fill.feeMicro !== whole(settled.feeMicro),
      otherPayout: fill.receivedMicro !== whole(settled.receivedMicro),
    },
    {
      payout: formatMicro(fill.receivedMicro),
      fee: formatMicro(fill.feeMicro),
      said: formatMicro(whole(settled.receivedMicro)),
    },
  );
}
