import { hasAccount, type MovableKind, movableKinds, targetsOf } from "@/lib/house/rules";
import type { HouseAccountDto, HouseTransferBody } from "@/lib/house/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { checkAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";

/** A transfer as it is typed. */
export type TransferDraft = HouseTransferBody;
export type TransferProblem = "amount" | "aboveFree" | "reason" | "reference";

export const EMPTY_TRANSFER: TransferDraft = {
  from: "treasury",
  to: "interest",
  currency: "USDT",
  amount: "",
  reason: "",
  reference: "",
};

export const REASON_MIN = 5;
const REFERENCE_MIN = 5;

const isMovable = (text: string | undefined): text is MovableKind =>
  movableKinds.some((kind) => kind === text);

/** The transfer that an address proposes: "USDT.treasury.interest.100.5"; null when it proposes none. */
export function draftFromAddress(text: string | null): TransferDraft | null {
  const [currency, from, to, ...amount] = (text ?? "").split(".");
  if ((currency !== "USDT" && currency !== "XAUT") || !isMovable(from) || !isMovable(to)) {
    return null;
  }
  if (!targetsOf(from, currency).includes(to)) return null;
  return { ...EMPTY_TRANSFER, currency, from, to, amount: amount.join(".") };
}

/** The draft with another account or currency, its other end moved to one that is allowed. */
export function withRoute(
  draft: TransferDraft,
  change: Partial<Pick<TransferDraft, "from" | "to" | "currency">>,
): TransferDraft {
  const next = { ...draft, ...change };
  if (!hasAccount(next.from, next.currency)) next.from = "treasury";
  const targets = targetsOf(next.from, next.currency);
  if (!targets.includes(next.to)) next.to = targets[0] ?? "treasury";
  return next;
}

/** What may leave an account: its balance less what it must keep. Null for the outside, which has no floor. */
export function freeOf(account: HouseAccountDto | undefined): string | null {
  if (!account) return "0";
  if (account.kind === "external") return null;
  const free = subtractDecimal(account.balance, account.required);
  return compareDecimal(free, "0") < 0 ? "0" : free;
}

/** Whether a transfer comes from or goes to the outside. */
export const crossesBorder = ({ from, to }: Pick<TransferDraft, "from" | "to">): boolean =>
  from === "external" || to === "external";

/** The transfer that a draft describes, or what is wrong with it by field. */
export function readTransfer(
  draft: TransferDraft,
  { free, realMoney }: { free: string | null; realMoney: boolean },
): {
  problems: Partial<Record<"amount" | "reason" | "reference", TransferProblem>>;
  input: HouseTransferBody | null;
} {
  const amount = checkAmount(draft.amount, MICRO_DECIMALS, { available: free ?? undefined });
  const reason = draft.reason.trim();
  const reference = crossesBorder(draft) ? draft.reference.trim() : "";
  const problems: ReturnType<typeof readTransfer>["problems"] = {};
  if (!amount.ok) {
    problems.amount = amount.problem === "aboveAvailable" ? "aboveFree" : "amount";
  }
  if (reason.length < REASON_MIN) problems.reason = "reason";
  if (realMoney && crossesBorder(draft) && reference.length < REFERENCE_MIN) {
    problems.reference = "reference";
  }
  const isFine = amount.ok && Object.keys(problems).length === 0;
  return {
    problems,
    input: isFine ? { ...draft, amount: amount.value, reason, reference } : null,
  };
}
