import { defineDelivery, type Told } from "@/lib/notifications/delivery";

/**
 * What is told of one opening: a change on the screen, no notification, which the end of the option makes. `trade`
 * itself is the event of a settled option, and whoever waits for that must not take this for it. The stake left at the
 * opening; other tabs and devices hear of it here, off its hot path.
 */
const toldOf = ({ id, userId }: { id: string; userId: string }): Told => [
  { t: "trade:entered", u: userId, id },
  { t: "balance", u: userId },
];

/** Of options that got their entry price. */
export const openingDelivery = defineDelivery(
  "option_opened",
  async (tx, options: { tradeId: string }[]) => {
    const rows = await tx.trade.findMany({
      where: { id: { in: options.map(({ tradeId }) => tradeId) } },
      select: { id: true, userId: true },
    });
    const told = new Map(rows.map((row) => [row.id, toldOf(row)]));
    return options.map(({ tradeId }) => told.get(tradeId) ?? []);
  },
);
