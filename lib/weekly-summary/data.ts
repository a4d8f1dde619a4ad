import type { Week } from "@/lib/notifications/channels/rules";
import { type Micro, parseMicro } from "@/lib/platform/money";
import { getPortfolioBetween } from "@/lib/statements/portfolio";
import type { Portfolio } from "@/lib/statements/portfolio-schema";
import type { WealthLineDto } from "@/lib/statements/schema";
import { everyWealthLine } from "@/lib/statements/wealth";

const PAYMENTS = ["deposit", "withdrawal", "adjustment"] as const;

/** What payments of one kind came to, in micro-units, and how many changed anything. */
export interface Payments {
  count: number;
  USDT: Micro;
  XAUT: Micro;
}

/** What a week did to what somebody owns. */
export interface Summary extends Record<(typeof PAYMENTS)[number], Payments> {
  start: string | null;
  end: string | null;
  result: Portfolio["result"];
}

/** Lines of one payment are one: money that was held and given back is none. */
async function sumOf(lines: AsyncIterable<WealthLineDto>): Promise<Payments> {
  const byPayment = new Map<string, Omit<Payments, "count">>();
  for await (const { id, reference, changes } of lines) {
    const key = reference?.id ?? id;
    const sums = byPayment.get(key) ?? { USDT: 0n, XAUT: 0n };
    for (const { currency, amount } of changes) sums[currency] += parseMicro(amount) ?? 0n;
    byPayment.set(key, sums);
  }
  const moved = [...byPayment.values()].filter(({ USDT, XAUT }) => USDT !== 0n || XAUT !== 0n);
  const total = (currency: "USDT" | "XAUT") =>
    moved.reduce((sum, payment) => sum + payment[currency], 0n);
  return { count: moved.length, USDT: total("USDT"), XAUT: total("XAUT") };
}

/** What a week that is over did to what a user owns; null where they owned nothing and nothing moved. */
export async function readSummary(userId: string, { from, to }: Week): Promise<Summary | null> {
  const portfolio = await getPortfolioBetween(userId, from, to);
  if (portfolio === null) return null;
  const { points, result, changed } = portfolio;
  const [first] = points;
  const last = points.at(-1);
  if (!changed && first?.value === "0.000000" && last?.value === first.value) return null;
  const [deposit, withdrawal, adjustment] = await Promise.all(
    PAYMENTS.map((type) => sumOf(everyWealthLine({ userId, from, to, type }))),
  );
  if (!deposit || !withdrawal || !adjustment) throw new Error("A kind of payment was not read");
  const ends = { start: first?.value ?? null, end: last?.value ?? null };
  return { ...ends, result, deposit, withdrawal, adjustment };
}
