import { HIDDEN_AMOUNT } from "@/lib/platform/ui/format";
import { CURRENCIES } from "@/lib/wallets/names";

const UNITS = CURRENCIES.join("|");
const AMOUNT = new RegExp(`[+\u2212]?<?\\b\\d[\\d,]*(?:\\.\\d+)?\\s(?:${UNITS})\\b`, "g");

/** Replaces every amount of a text that names its currency, such as "+185.00 USDT", by dots. */
export const maskAmounts = (text: string): string => text.replace(AMOUNT, HIDDEN_AMOUNT);
