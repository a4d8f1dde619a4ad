import { onAccount, prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import type { Deliveries, Message } from "@/lib/platform/outbox/delivery";
import type { RealtimeEvent } from "@/lib/platform/realtime/events";

const account = "practice";
const isPractice = ({ payload }: Message) => payload.account === account;

/**
 * Keeps messages of the practice side from the deliveries of the real one. Clients hear of them, with their account;
 * nobody is notified, mailed or pushed about play money.
 */
export const withPractice = (real: Deliveries): Deliveries => ({
  kinds: real.kinds,
  async deliver(tx, messages) {
    const practice = messages.filter(isPractice);
    if (practice.length === 0) return real.deliver(tx, messages);
    const others = messages.filter((message) => !isPractice(message));
    const [told, otherwise] = [
      await eventsOf(practice),
      (others.length > 0 ? await real.deliver(tx, others) : []).values(),
    ];
    return messages.map((message) => told.get(message) ?? otherwise.next().value ?? []);
  },
});

type Payload = { tradeId?: string; orderId?: string };

async function eventsOf(messages: Message[]): Promise<Map<Message, RealtimeEvent[]>> {
  const ids = (field: keyof Payload) =>
    messages.flatMap(({ payload }) => (payload as Payload)[field] ?? []);
  const [trades, orders] = await onAccount(account, () =>
    Promise.all([
      prisma.trade.findMany({ where: { id: { in: ids("tradeId") } } }),
      prisma.restingOrder.findMany({ where: { id: { in: ids("orderId") } } }),
    ]),
  );
  const tradeById = new Map(trades.map((trade) => [trade.id, trade]));
  const orderById = new Map(orders.map((order) => [order.id, order]));
  return new Map(
    messages.map((message) => {
      const { tradeId = "", orderId = "" } = message.payload as Payload;
      const [trade, order] = [tradeById.get(tradeId), orderById.get(orderId)];
      const event = trade ? tradeEvent(message.kind, trade) : order && orderEvent(order);
      const u = message.userId;
      return [
        message,
        event && u
          ? [
              { ...event, u, account },
              { t: "balance", u, account },
            ]
          : [],
      ];
    }),
  );
}

type TradeRow = { id: string; type: string; status: string; payoutMicro: bigint | null };

const tradeEvent = (kind: string, { id, type, status, payoutMicro }: TradeRow) =>
  kind === "option_opened"
    ? { t: "trade:entered", id }
    : {
        t: "trade",
        id,
        type,
        status,
        ...(payoutMicro === null ? {} : { payout: formatMicro(payoutMicro) }),
      };

const orderEvent = ({ id, status }: { id: string; status: string }) => ({ t: "order", id, status });
