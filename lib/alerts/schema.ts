import { z } from "zod";
import { listQuery, uuidCursor } from "@/lib/platform/http/lists";
import { priceTextIn } from "@/lib/platform/money/amount-form";
import { text } from "@/lib/platform/text";
import { alertDirections, isAlertPrice } from "./rules";

/** POST /api/alerts */
export const addAlertSchema = z.strictObject({
  direction: z.enum(alertDirections).meta({
    description: "Whether the price has to be at least, or at most, the one that is named",
  }),
  price: priceTextIn(text("errors.trading.enterPriceSuchAs400250"))
    .refine(isAlertPrice, text("errors.alerts.priceRange"))
    .meta({
      description:
        "USDT for one XAUT. It is compared with the price that the market shows, which is the middle of bid and ask: the first one recorded after the alert was made that is there fires it, once. A price that the exchanges do not agree on does not count",
    }),
});
export type AddAlertInput = z.output<typeof addAlertSchema>;

const decimal = z.string().meta({ description: "Decimal string" });

export const alertSchema = z
  .object({
    id: z.string(),
    direction: z.enum(alertDirections),
    price: decimal,
    createdAt: z.iso.datetime(),
    firedAt: z.iso.datetime().nullable().meta({ description: "When the price was there" }),
    firedPrice: decimal.nullable().meta({ description: "The price that fired it" }),
  })
  .meta({ id: "PriceAlert" });
export type AlertDto = z.output<typeof alertSchema>;

export const alertResponseSchema = z.object({ alert: alertSchema });
export type AlertResponse = z.output<typeof alertResponseSchema>;

/** GET /api/alerts */
export const alertsQuerySchema = z.object({
  ...listQuery,
  cursor: uuidCursor,
  status: z.enum(["open", "fired"]).optional(),
});
export type AlertsQuery = z.output<typeof alertsQuerySchema>;
export const alertListSchema = z.object({
  alerts: z.array(alertSchema),
  nextCursor: z.string().nullable(),
});
export type AlertList = z.output<typeof alertListSchema>;
