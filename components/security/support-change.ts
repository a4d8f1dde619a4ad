import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";

const usdt = (text: string) => formatAmount(text, "USDT", { exact: true, unmarked: true });
const switched = (text: string) => (text === "true" ? "on" : "off");
// A coin that is its own unit has no rate to speak of.
const rate = (text: string) =>
  text === "1.00" ? null : `${formatPrice(text, { exact: true })}\u00a0USDT`;
const isWhole = (text: string) => /^-?\d{1,30}$/.test(text);
const signed = (currency: string) => (text: string) =>
  formatAmount(text, currency, { exact: true, sign: text.startsWith("+"), unmarked: true });

/** How the owner of an account reads what the log holds. What is not here is not for them: ids, states, inner names. */
const FIELDS = {
  USDT: signed("USDT"),
  XAUT: signed("XAUT"),
  amount: usdt,
  credited: usdt,
  rate,
  // Older entries have the smallest units.
  creditedMicro: (text: string) => (isWhole(text) ? usdt(formatMicro(BigInt(text))) : null),
  rateE8: (text: string) => (isWhole(text) ? rate(formatPriceE8(BigInt(text))) : null),
  minAmount: usdt,
  maxAmount: usdt,
  dailyTradeLimit: String,
  dailyTradesUsed: String,
  optionEnabled: switched,
  manualEnabled: switched,
  aiEnabled: switched,
  ended: String,
  hiddenMessages: String,
} satisfies Record<string, (text: string) => string | null>;

type SupportField = keyof typeof FIELDS;
/** One value that changed: before, after, or only one of them. */
type SupportChange = { field: SupportField; from: string | null; to: string | null };

function textOf(state: unknown, field: SupportField): string | null {
  if (typeof state !== "object" || state === null || !Object.hasOwn(state, field)) return null;
  const value: unknown = (state as Record<string, unknown>)[field];
  if (value === null || typeof value === "object") return null;
  return FIELDS[field](String(value));
}

/** What support changed, in the units and words of the product. Values that stayed are left out. */
export function changesOf(before: unknown, after: unknown): SupportChange[] {
  return (Object.keys(FIELDS) as SupportField[]).flatMap((field) => {
    const [from, to] = [textOf(before, field), textOf(after, field)];
    return from === to ? [] : [{ field, from, to }];
  });
}
