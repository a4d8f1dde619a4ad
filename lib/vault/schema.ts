import { z } from "zod";
import { amountText, priceTextIn } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { vaultDirections, voidReasons } from "./rules";

const decimal = z.string().meta({ description: "Decimal string" });
const priceText = z.string().meta({ description: "USDT for one XAUT, 2 to 8 decimals" });

/** POST /api/storage/store (amount in USDT) and /api/storage/retrieve (amount in XAUT). */
const limits = {
  amount: amountText,
  limitPrice: optionalOrNull(priceTextIn(text("errors.vault.enterPriceSuchAs4000Or"))).meta({
    description:
      "The worst price agreed to: storing above it or retrieving below it is PRICE_MOVED",
  }),
  feeRate: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,6})?$/, text("errors.trading.enterRateSuchAs082"))
    .optional()
    .meta({ description: "The fee's rate that was reviewed: at another one nothing is converted" }),
};
const side = z.enum(["USDT", "XAUT"]).default("USDT");
const SIDE_DESCRIPTION =
  "USDT is exchanged at the next price, with the fee; XAUT only moves, at once and free";

/** POST /api/storage/store: amount of `from`. */
export const storeSchema = z.strictObject({
  ...limits,
  from: side.meta({ description: SIDE_DESCRIPTION }),
});
/** POST /api/storage/retrieve: amount of XAUT. */
export const retrieveSchema = z.strictObject({
  ...limits,
  to: side.meta({ description: SIDE_DESCRIPTION }),
});
/** What a conversion is asked for with; `currency` is the request's `from` or `to`. */
export type ConvertInput = Omit<z.output<typeof storeSchema>, "from"> & {
  currency: "USDT" | "XAUT";
};

export const conversionSchema = z.object({
  id: z.string(),
  number: z.string().meta({ description: "Short, to name it to support" }),
  direction: z.enum(vaultDirections),
  status: z.enum(["pending", "filled", "void"]),
  currency: z
    .enum(["USDT", "XAUT"])
    .meta({ description: "What it came from or went to; XAUT only moved" }),
  usdt: decimal
    .nullable()
    .meta({ description: "Null until it is filled, unless it is what is given" }),
  xaut: decimal
    .nullable()
    .meta({ description: "Null until it is filled, unless it is what is given" }),
  fee: decimal.meta({ description: "In USDT" }),
  price: priceText.nullable(),
  tickId: z
    .string()
    .nullable()
    .meta({ description: "Number of the recorded tick that the price is from" }),
  limitPrice: priceText.nullable(),
  voidReason: z.enum(voidReasons).nullable().meta({ description: "Why it was not filled" }),
  simulated: z.boolean(),
  storedAfter: decimal.nullable(),
  averageCostAfter: priceText.nullable(),
  realisedPnl: decimal.nullable().meta({ description: "Null for storing" }),
  createdAt: z.iso.datetime(),
});
export type ConversionDto = z.output<typeof conversionSchema>;

export const conversionResponseSchema = z.object({
  conversion: conversionSchema,
  stored: decimal.meta({ description: "XAUT stored now" }),
  available: decimal.meta({ description: "USDT available now" }),
  availableXaut: decimal.meta({ description: "XAUT available now" }),
});
export type ConversionResponse = z.output<typeof conversionResponseSchema>;

/** GET /api/storage */
export const storageResponseSchema = z.object({
  stored: decimal.meta({ description: "XAUT that can be retrieved now" }),
  feeRate: decimal.meta({ description: "Of conversions between USDT and XAUT" }),
  dailyLimit: decimal.meta({ description: "USDT that may be converted in a UTC day" }),
  cost: decimal.meta({ description: "USDT paid for what is stored, as far as that is known" }),
  averageCost: priceText.nullable().meta({ description: "Null while nothing is stored" }),
  price: priceText.nullable().meta({ description: "The bid that value is at; null before any" }),
  simulated: z.boolean().meta({ description: "Whether that price is simulated" }),
  value: decimal.nullable().meta({ description: "USDT that the stored XAUT would bring now" }),
  pnl: decimal.nullable().meta({ description: "value - cost" }),
  realisedPnl: decimal.meta({ description: "Of everything retrieved so far" }),
  history: z.array(conversionSchema),
  nextCursor: z.string().nullable(),
});
export type StorageResponse = z.output<typeof storageResponseSchema>;
