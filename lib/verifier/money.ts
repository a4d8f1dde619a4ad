/** Works out anew what deposits, withdrawals, conversions and savings came to, by the product's own rules. */
import { E8_ONE, formatMicro, formatPriceE8, mulDivHalfEven } from "@/lib/platform/money";
import { interestMicro } from "@/lib/savings/rules";
import { spotFill } from "@/lib/trading/spot-rules";
import type { Evidence, Found } from "./evidence";
import { checkOrder } from "./order";
import type { Steps } from "./steps";
import { checkEntry, checkNamed } from "./trade";
import { whole, wholeOrNull } from "./values";

type Record = NonNullable<Found["record"]>;
/** From micro-units of a coin at 10^-8 to micro-USDT at 10^-8. */
const E8_TO_MICRO = E8_ONE * 100n;

/** The records of these parts, and that each is of this subject. */
export function recordsOf(steps: Steps, id: string, found: Evidence, parts: readonly string[]) {
  const records = parts.map((part) => found.get(part)?.record ?? null);
  const known = records.filter((record) => record !== null);
  if (known.length === 0) steps.leaveOpen("subject", "needsRecord");
  else steps.judge("subject", { otherSubject: known.some((record) => record.id !== id) });
  return records;
}

/** Adds the steps of a deposit. @throws Unreadable for what the product does not write */
export function checkDeposit(steps: Steps, id: string, found: Evidence): void {
  const parts = ["reported", "ended", "reversed", "collected"];
  const [reported, ended, reversed, collected] = recordsOf(steps, id, found, parts);
  checkOrder(steps, found, parts);
  if (!ended || !reported) {
    steps.leaveOpen("payout", "needsEnd");
    return;
  }
  const credited = wholeOrNull(ended.creditedMicro);
  if (credited === null) {
    steps.pass("notCredited");
    return;
  }
  const coins = whole(reported.amountE8);
  const rate = wholeOrNull(ended.rateE8);
  const due = rate === null ? coins / 100n : mulDivHalfEven(coins, rate, E8_TO_MICRO);
  steps.judge(
    "payout",
    { otherTerms: reported.currency !== ended.currency, otherPayout: due !== credited },
    { payout: formatMicro(due), said: formatMicro(credited) },
  );
  if (!reversed) return;
  const [amount, taken] = [whole(reversed.amountMicro), whole(reversed.takenMicro)];
  const paid = wholeOrNull(collected?.collectedMicro) ?? 0n;
  steps.judge(
    "takenBack",
    { otherAmount: amount !== credited, tooMuch: taken + paid > amount },
    { payout: formatMicro(taken + paid), owed: formatMicro(amount - taken - paid) },
  );
}

/** Adds the steps of a withdrawal. @throws Unreadable for what the product does not write */
export function checkWithdrawal(steps: Steps, id: string, found: Evidence): void {
  const parts = ["requested", "approved", "ended"];
  const [requested, approved, ended] = recordsOf(steps, id, found, parts);
  checkOrder(steps, found, parts);
  if (!requested) return;
  const others = [approved, ended].filter((record) => record !== null && record !== undefined);
  const isOther = (record: Record) =>
    record.amountMicro !== requested.amountMicro || record.feeMicro !== requested.feeMicro;
  steps.judge("terms", { otherTerms: others.some(isOther) });
  const [rate, coins] = [wholeOrNull(approved?.rateE8), wholeOrNull(approved?.payoutE8)];
  if (rate === null || coins === null) return;
  const net = whole(requested.amountMicro) - whole(requested.feeMicro);
  // USDC has six decimals on its chains.
  const due =
    requested.currency === "USDC"
      ? mulDivHalfEven(net, E8_ONE, rate) * 100n
      : mulDivHalfEven(net, E8_TO_MICRO, rate);
  steps.judge(
    "payout",
    { otherPayout: due !== coins },
    { payout: formatPriceE8(due), said: formatPriceE8(coins) },
  );
}

/** Adds the steps of a conversion for storage. @throws Unreadable for what the product does not write */
export function checkStorage(steps: Steps, id: string, found: Evidence): void {
  const [accepted, ended] = recordsOf(steps, id, found, ["accepted", "ended"]);
  checkOrder(steps, found, ["accepted", "entryTick", "ended"]);
  if (!accepted || !ended) {
    steps.leaveOpen("payout", "needsEnd");
    return;
  }
  if (ended.status !== "filled" || ended.entryTick === null) {
    const given = accepted.direction === "store" && accepted.currency === "USDT" ? "usdt" : "xaut";
    const moved = whole(ended[`${given}Micro`]);
    steps.judge(
      "payout",
      {
        otherPayout: moved !== whole(accepted.amountMicro),
        otherFee: whole(ended.feeMicro) !== 0n,
      },
      { payout: formatMicro(moved), said: formatMicro(moved), fee: formatMicro(0n) },
    );
    return;
  }
  const entry = checkEntry(steps, found, accepted);
  if (!entry) return;
  checkNamed(steps, "entryTick", entry, { seq: ended.entryTick });
  const side = accepted.direction === "store" ? "buy" : "sell";
  // Conversions take the ask or the bid as it is.
  const quoted = side === "buy" ? entry.ask : entry.bid;
  const limit = wholeOrNull(accepted.limitPriceE8);
  const isBeyond = limit !== null && (side === "buy" ? quoted > limit : quoted < limit);
  steps.judge(
    "price",
    { otherPrice: quoted !== whole(ended.priceE8), beyondLimit: isBeyond },
    { price: formatPriceE8(quoted) },
  );
  const fill = spotFill(side, whole(accepted.amountMicro), quoted, whole(accepted.feeRatePpm));
  const received = whole(side === "buy" ? ended.xautMicro : ended.usdtMicro);
  steps.judge(
    "payout",
    {
      otherFee: fill.feeMicro !== whole(ended.feeMicro),
      otherPayout: fill.receivedMicro !== received,
    },
    {
      payout: formatMicro(fill.receivedMicro),
      fee: formatMicro(fill.feeMicro),
      said: formatMicro(received),
    },
  );
}

/** Adds the steps of a saving. @throws Unreadable for what the product does not write */
export function checkSaving(steps: Steps, id: string, found: Evidence): void {
  const parts = ["subscribed", "counted", "closed"];
  const [subscribed, counted, closed] = recordsOf(steps, id, found, parts);
  checkOrder(steps, found, parts);
  if (!subscribed) return;
  const principal = whole(subscribed.principalMicro);
  const rate = whole(subscribed.dailyRatePpb);
  if (counted) {
    const due = interestMicro(principal, rate, Number(whole(counted.days)));
    const said = whole(counted.accruedMicro);
    steps.judge(
      "interest",
      { otherPayout: due !== said },
      { payout: formatMicro(due), said: formatMicro(said), days: String(counted.days) },
    );
  }
  if (!closed) return;
  const days = whole(closed.daysAccrued);
  const isPaid = closed.status === "completed";
  const due = isPaid ? interestMicro(principal, rate, Number(days)) : 0n;
  const paid = whole(closed.paidProfitMicro);
  const isEarly = subscribed.type === "fixed" && days !== wholeOrNull(subscribed.durationDays);
  steps.judge(
    "payout",
    {
      otherPayout: paid !== due || whole(closed.paidPrincipalMicro) !== principal,
      earlyInterest: isEarly && isPaid,
    },
    { payout: formatMicro(principal + due), said: formatMicro(principal + paid) },
  );
}

/** Adds the steps of what staff did. */
export function checkStaff(steps: Steps, id: string, found: Evidence): void {
  const record = found.get("act")?.record;
  if (record) steps.judge("subject", { otherSubject: record.seq !== id });
  else steps.leaveOpen("subject", "needsRecord");
}

/** Adds the steps of a balance that staff changed. @throws Unreadable */
export function checkAdjustment(steps: Steps, id: string, found: Evidence): void {
  const [adjusted] = recordsOf(steps, id, found, ["adjusted"]);
  if (!adjusted) return;
  const amount = whole(adjusted.amountMicro);
  const sign = adjusted.operation === "add" ? "+" : "-";
  steps.judge(
    "adjusted",
    { notAnAmount: amount <= 0n },
    {
      payout: `${sign}${formatMicro(amount)} ${adjusted.currency}`,
      reason: String(adjusted.reason),
    },
  );
}

/** Adds the steps of a commission. Its rate is among the terms in the log; it is never more than the fee. @throws Unreadable */
export function checkReferral(steps: Steps, id: string, found: Evidence): void {
  const [paid] = recordsOf(steps, id, found, ["paid"]);
  if (!paid) return;
  const [fee, earned] = [whole(paid.feeMicro), whole(paid.earnedMicro)];
  steps.judge(
    "commission",
    { overFee: earned > fee || earned <= 0n },
    { payout: formatMicro(earned), fee: formatMicro(fee) },
  );
}
