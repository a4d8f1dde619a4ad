import type { PriceAlert } from "@/lib/generated/prisma/client";
import { formatPriceE8 } from "@/lib/platform/money";
import type { AlertDto } from "./schema";

/** An alert as the API writes it. */
export const toAlert = (row: PriceAlert): AlertDto => ({
  id: row.id,
  direction: row.direction,
  price: formatPriceE8(row.priceE8),
  createdAt: row.createdAt.toISOString(),
  firedAt: row.firedAt?.toISOString() ?? null,
  firedPrice: row.firedPriceE8 === null ? null : formatPriceE8(row.firedPriceE8),
});
