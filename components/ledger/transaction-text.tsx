import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Bot,
  type LucideIcon,
  PiggyBank,
  Timer,
  UserPlus,
  Vault,
  Wrench,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { TransactionDto } from "@/lib/ledger/transactions/transaction-schema";

/** Beside the changes by support: what says why it happened. */
const REASONED = ["deposit_reversal", "receivable_payment"];

/** What names an event, of a line of either view. */
type Named = Pick<TransactionDto, "event" | "type" | "detail">;

const ICONS: Record<TransactionDto["type"], LucideIcon> = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  option: Timer,
  trade: ArrowLeftRight,
  ai: Bot,
  storage: Vault,
  referral: UserPlus,
  savings: PiggyBank,
  adjustment: Wrench,
  other: ArrowLeftRight,
};

/** The icon of a movement's kind; decoration. */
export function TransactionIcon({ type }: { type: TransactionDto["type"] }) {
  const Icon = ICONS[type];
  return <Icon aria-hidden="true" />;
}

/** What a movement was, with its reason below where it has one. */
export function EventCell({ line }: { line: Named }) {
  const { eventText, reasonText } = useTransactionText();
  const reason = reasonText(line);
  return (
    <>
      {eventText(line)}
      {reason ? <span className="block text-caption text-text-2">{reason}</span> : null}
    </>
  );
}

/** What a movement was, in plain words, as functions of the movement. */
export function useTransactionText() {
  const t = useTranslations("transactions");
  const eventText = ({ event, type, detail }: Named): string => {
    const base = event === "option_settle" ? "option" : event;
    // A reason of support is a text of its own, not the name of one.
    const names = detail && type !== "adjustment" ? [`${base}_${detail}`, event] : [event];
    return t(`events.${names.find((name) => t.has(`events.${name}`)) ?? "other"}`);
  };
  const accountText = ({ account, otherAccount, amount }: TransactionDto): string => {
    if (otherAccount === null) return t(`accounts.${account}`);
    const [from, to] = amount.startsWith("-") ? [account, otherAccount] : [otherAccount, account];
    return t("between_accounts", { from: t(`accounts.${from}`), to: t(`accounts.${to}`) });
  };
  /** Why support changed a balance; null for everything else. */
  const reasonText = ({ type, event, detail }: Named): string | null =>
    type === "adjustment" || REASONED.includes(event) ? detail : null;
  return { eventText, accountText, reasonText };
}
