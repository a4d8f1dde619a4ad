import { hasAccount, type MovableKind, movableKinds, targetsOf } from "@/lib/house/rules";
import type { HouseAccountDto, HouseTransferBody } from "@/lib/house/schema";
import { MICRO_DECIMALS } from "@/lib/platform/money";
import { readAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";

/** A transfer as it is typed. */
export type TransferDraft = HouseTransferBody;

export const EMPTY_TRANSFER: TransferDraft = {
  from: "treasury",
  to: "interest",
  currency: "USDT",
  amount: "",
  reason: "",
  reference: "",
};

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

/** The draft with its other end moved to an account that is allowed, after one of them or the currency was chosen. */
export function withRoute(draft: TransferDraft): TransferDraft {
  const { currency } = draft;
  const from = hasAccount(draft.from, currency) ? draft.from : "treasury";
  const targets = targetsOf(from, currency);
  const to = targets.includes(draft.to) ? draft.to : (targets[0] ?? "treasury");
  return { ...draft, from, to };
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

/** The request that a draft describes; unchecked. Only money from or to the outside has a reference. */
export const requestOf = (draft: TransferDraft): HouseTransferBody => ({
  ...draft,
  amount: typedAmount(draft.amount, MICRO_DECIMALS),
  reference: crossesBorder(draft) ? draft.reference : "",
});

/** What the API finds only in the house itself: more than is free, and real money without its proof. */
export function houseProblems(
  draft: TransferDraft,
  { free, realMoney }: { free: string | null; realMoney: boolean },
): { aboveFree: boolean; noReference: boolean } {
  const amount = readAmount(draft.amount, MICRO_DECIMALS);
  return {
    aboveFree: amount.ok && free !== null && compareDecimal(amount.value, free) > 0,
    noReference: realMoney && crossesBorder(draft) && draft.reference.trim().length < REFERENCE_MIN,
  };
}
