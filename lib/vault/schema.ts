import { z } from "zod";
import { amountText } from "@/lib/platform/money/amount-form";
import { optionalOrNull } from "@/lib/platform/request-fields";
import { text } from "@/lib/platform/text";
import { vaultDirections } from "./rules";

const decimal = z.string().meta({ description: "Decimal string" });
const priceText = z.string().meta({ description: "USDT for one XAUT, 2 to 8 decimals" });

/** POST /api/storage/store (amount in USDT) and /api/storage/retrieve (amount in XAUT). */
export const convertSchema = z.strictObject({
  amount: amountText,
  limitPrice: optionalOrNull(
    z.string().regex(/^\d{1,9}(\.\d{1,8})?$/, text("errors.vault.enterPriceSuchAs4000Or")),
  ).meta({
    description:
      "The worst price agreed to: storing above it or retrieving below it is PRICE_MOVED",
  }),
});
export type ConvertInput = z.output<typeof convertSchema>;

export const conversionSchema = z.object({
  id: z.string(),
  direction: z.enum(vaultDirections),
  usdt: decimal,
  xaut: decimal,
  price: priceText,
  tickId: z.string().meta({ description: "Number of the recorded tick that the price is from" }),
  simulated: z.boolean(),
  storedAfter: decimal,
  averageCostAfter: priceText.nullable(),
  realisedPnl: decimal.nullable().meta({ description: "Null for storing" }),
  createdAt: z.iso.datetime(),
});
export type ConversionDto = z.output<typeof conversionSchema>;

export const conversionResponseSchema = z.object({
  conversion: conversionSchema,
  stored: decimal.meta({ description: "XAUT stored now" }),
  available: decimal.meta({ description: "USDT available now" }),
});
export type ConversionResponse = z.output<typeof conversionResponseSchema>;

/** GET /api/storage */
export const storageResponseSchema = z.object({
  stored: decimal.meta({ description: "XAUT" }),
  cost: decimal.meta({ description: "USDT paid for what is stored" }),
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
