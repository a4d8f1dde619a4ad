import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { amountText, priceTextIn } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { withLog } from "@/lib/transparency/witnesses/seen-schema";

export const orderTypes = ["limit", "stop"] as const;
export type OrderType = (typeof orderTypes)[number];
export const orderStatuses = ["open", "filled", "cancelled", "expired"] as const;

/** Why an order was cancelled: by its user, or because it could not be filled when its price came. */
export const closeReasons = [
  "USER",
  "PRODUCT_DISABLED",
  "ACCOUNT_INACTIVE",
  "HOUSE_LIMIT",
  "TRADE_AMOUNT_OUT_OF_RANGE",
] as const;

const decimal = z.string().meta({ description: "Decimal string" });

/** POST /api/orders */
export const placeOrderSchema = z.strictObject({
  side: z.enum(["buy", "sell"]),
  /** USDT to spend for a buy, XAUT to give for a sale. */
  amount: amountText,
  type: z.enum(orderTypes),
  price: priceTextIn(text("errors.trading.enterPriceSuchAs400250")).meta({
    description:
      "USDT for one XAUT. A limit waits for this price or a better one, a stop for this price or a worse one; either is filled at the price of the first tick that meets it",
  }),
  expiresAt: optionalOrNull(
    z.iso.datetime({ offset: true, error: text("errors.orders.enterTimeWithZone") }),
  ).meta({ description: "From then on it is not filled any more. Without one it stays open" }),
  feeRate: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,6})?$/, text("errors.trading.enterRateSuchAs082"))
    .optional()
    .meta({ description: "The fee's rate that was reviewed: at another one nothing is placed" }),
});
export type PlaceOrderInput = z.output<typeof placeOrderSchema>;

export const orderSchema = z
  .object({
    id: z.string(),
    number: z.string().meta({ description: "Short, to name it to support" }),
    side: z.enum(["buy", "sell"]),
    type: z.enum(orderTypes),
    amount: decimal,
    currency: z.enum(["USDT", "XAUT"]).meta({ description: "Of the amount" }),
    price: decimal,
    feeRate: decimal.meta({ description: "As agreed to at acceptance" }),
    status: z.enum(orderStatuses),
    closeReason: z.enum(closeReasons).nullable().meta({ description: "Of a cancelled order" }),
    filledPrice: decimal.nullable(),
    received: decimal.nullable().meta({ description: "What the amount was changed into" }),
    fee: decimal.nullable().meta({ description: "In USDT; null until it is filled" }),
    tradeId: z.string().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Order" });
export type OrderDto = z.output<typeof orderSchema>;

export const orderResponseSchema = z.object({ order: orderSchema });
export type OrderResponse = z.output<typeof orderResponseSchema>;
export const placedOrderSchema = orderResponseSchema.extend(withLog);
export type PlacedOrder = z.output<typeof placedOrderSchema>;

/** GET /api/orders */
export const ordersQuerySchema = z.object({
  ...listQuery,
  cursor: uuidCursor,
  status: z.enum(orderStatuses).optional(),
});
export type OrdersQuery = z.output<typeof ordersQuerySchema>;
export const orderListSchema = z.object({
  orders: z.array(orderSchema),
  nextCursor: z.string().nullable(),
});
export type OrderList = z.output<typeof orderListSchema>;
