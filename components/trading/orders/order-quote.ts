import type { PriceResponse } from "@/lib/market/schema";
import type { NewOrder } from "@/lib/orders/placing-client";
import { parseDecimal } from "@/lib/platform/money";
import { limitProblem, plainAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { TradeSettings } from "@/lib/trading/schema";
import type { SpotSide } from "@/lib/trading/spot-rules";
import { currentPrice, quoteSpot } from "../spot/spot-quote";

/** How long an order stays open: hours, or until it is cancelled. */
export const lifetimes = ["none", "24", "168", "720"] as const;
export type Lifetime = (typeof lifetimes)[number];
const HOUR_MS = 3_600_000;

/** The moment at which an order of this lifetime ends, as the API takes it. */
const endOf = (lifetime: Lifetime, nowMs: number): string | null =>
  lifetime === "none" ? null : new Date(nowMs + Number(lifetime) * HOUR_MS).toISOString();

/** The same from now on, by the server's clock. */
export const endFromNow = (lifetime: Lifetime, clockOffsetMs: number): string | null =>
  endOf(lifetime, Date.now() + clockOffsetMs);

const MIN_PRICE_E8 = 1_000_000n;
const MAX_PRICE_E8 = 100_000_000_000_000n;

/** A typed price as a decimal string; null where it is none that the server takes. */
export function readPrice(typed: string): string | null {
  const text = typed.trim();
  const e8 = /^\d{1,9}(\.\d{1,8})?$/.test(text) ? parseDecimal(text, 8) : null;
  return e8 !== null && e8 >= MIN_PRICE_E8 && e8 <= MAX_PRICE_E8 ? text : null;
}

/** An order that is reviewed, and how it was typed: its amount may follow from what is wanted. */
export type OrderOffer = Omit<NewOrder, "feeRate"> & {
  of: "given" | "wanted";
  typed: string;
  lifetime: Lifetime;
};

/** What makes two orders the same one, for their key: as it was typed, whenever it would end. */
export const orderContent = ({
  side,
  type,
  of,
  typed,
  price,
  lifetime,
}: Omit<OrderOffer, "amount" | "expiresAt">): string =>
  JSON.stringify([side, type, of, plainAmount(typed), price, lifetime]);

/** The server's limits, which are in USDT: a sale counts with its value at its own price. */
export function orderProblem(
  side: SpotSide,
  amount: string,
  price: string | null,
  available: string | undefined,
  manual: TradeSettings["manual"],
) {
  const isAll = available !== undefined && compareDecimal(amount, available) === 0;
  const value = quoteSpot(side, amount, price, manual)?.gross ?? (side === "buy" ? amount : null);
  const min = side === "sell" && isAll ? undefined : manual.minAmount;
  return (
    limitProblem(amount, { available }) ??
    (value === null ? null : limitProblem(value, { min, max: manual.maxAmount }))
  );
}

/** The price of now that an order is compared with: a limit counts the site's spread, a stop does not. */
export const comparedPrice = (
  { side, type }: Pick<OrderOffer, "side" | "type">,
  price: PriceResponse | null,
  manual: TradeSettings["manual"],
) => currentPrice(side, price, type === "limit" ? manual : { ...manual, spread: "0" });

/** Whether a price meets an order: it is filled at the next one then. */
export function isMet(
  { side, type, price }: Pick<OrderOffer, "side" | "type" | "price">,
  now: string | null,
) {
  if (now === null) return false;
  const order = compareDecimal(now, price);
  return (type === "limit") === (side === "buy") ? order <= 0 : order >= 0;
}
