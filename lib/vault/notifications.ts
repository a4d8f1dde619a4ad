/** Tells users what became of their conversions for storage. */

import type { VaultConversion } from "@/lib/generated/prisma/client";
import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { numbered, type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";

const xautOf = ({ xautMicro }: VaultConversion) =>
  formatAmount(formatMicro(xautMicro ?? 0n), "XAUT");
const usdtOf = ({ usdtMicro }: VaultConversion) => exactAmount(usdtMicro ?? 0n, "USDT");

function filledText(row: VaultConversion): Text {
  if (row.priceE8 === null)
    return text(`notices.vault.moved.${row.direction}`, { xaut: xautOf(row) });
  const exact = formatPrice(formatPriceE8(row.priceE8), { exact: true });
  const price = row.simulated ? text("notices.vault.simulatedPrice", { price: exact }) : exact;
  return text(
    row.direction === "store" ? "notices.vault.storedForAt" : "notices.vault.receivedForAt",
    {
      xaut: xautOf(row),
      usdt: usdtOf(row),
      price,
      fee: exactAmount(row.feeMicro, "USDT"),
    },
  );
}

const voidText = (row: VaultConversion): Text =>
  text(`notices.trading.notFilled.${row.voidReason ?? "NO_PRICE"}`, {
    order: text(`notices.vault.orders.${row.direction}`, {
      amount: row.direction === "store" ? usdtOf(row) : xautOf(row),
    }),
  });

/** Quiet: whoever converted looks at the result, or waits for it there. */
function toldOf(row: VaultConversion): Told {
  const { id, userId, direction, status } = row;
  const title =
    status === "void"
      ? text("notices.trading.titles.notFilled")
      : text(direction === "store" ? "notices.vault.xautStored" : "notices.vault.xautRetrieved");
  const message = numbered(status === "void" ? voidText(row) : filledText(row), row.number);
  return [
    { t: "vault", u: userId, id, status },
    { userId, type: "storage", title, message, quiet: true },
    { t: "balance", u: userId },
  ];
}

/** Of conversions that were filled or are void. */
export const conversionDelivery = defineDelivery(
  "conversion_closed",
  async (tx, conversions: { conversionId: string }[]) => {
    const rows = await tx.vaultConversion.findMany({
      where: { id: { in: conversions.map(({ conversionId }) => conversionId) } },
    });
    const told = new Map(rows.map((row) => [row.id, toldOf(row)]));
    return conversions.map(({ conversionId }) => told.get(conversionId) ?? []);
  },
);
