import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { reading } from "@/lib/platform/db";
import { everyRow } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import type { AccountLine } from "../schema";
import { listAccountLines } from "./lines";
import { groupOf, type TransactionGroup, transactionGroups } from "./transaction-rules";
import type { TransactionDto, TransactionList } from "./transaction-schema";

/** Period, from `from` on and before `to`, and kind. */
export type TransactionFilter = {
  userId: string;
  type?: TransactionGroup;
  from?: Date;
  to?: Date;
};

/**
 * A page of the lines of a user's accounts, newest first.
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export async function listTransactions(
  filter: TransactionFilter & { limit: number; cursor?: string },
): Promise<TransactionList> {
  const { userId, type, from, to, limit, cursor } = filter;
  const { lines, nextCursor } = await listAccountLines(reading.prisma, {
    userId,
    types: type === undefined ? undefined : [...transactionGroups[type]],
    from,
    to,
    limit,
    cursor,
  });
  return { view: "accounts", transactions: await describe(lines), nextCursor };
}

const CSV_HEADER = csvHeader(
  "timeUtc",
  "type",
  "event",
  "account",
  "otherAccount",
  "amount",
  "currency",
  "balanceAfter",
  "detail",
  "reference",
  "id",
);

/** The lines that a filter lets through as a CSV download, newest first. */
export function transactionsCsv(filter: TransactionFilter): Promise<Response> {
  async function* rows() {
    const lines = everyRow(
      (page) => listTransactions({ ...filter, ...page }),
      (page) => page.transactions,
    );
    for await (const line of lines) {
      yield [
        line.createdAt,
        line.type,
        line.event,
        line.account,
        line.otherAccount,
        line.amount,
        line.currency,
        line.balanceAfter,
        line.detail,
        line.reference && `${line.reference.type}:${line.reference.id}`,
        line.id,
      ];
    }
  }
  return csvResponse("transactions", CSV_HEADER, rows());
}

const SPOT_EVENTS = ["trade_reserve", "manual_trade", "trade_release", "ai_trade"];
/** spot_exchange() posts the fee as the third line of its journal. */
const FEE_LINE = 3;

/** Adds what the ledger itself does not know: how an option ended, a trade's side, why support changed a balance. */
async function describe(lines: AccountLine[]): Promise<TransactionDto[]> {
  const idsOf = (...events: string[]) =>
    lines.flatMap(({ type, reference }) =>
      events.includes(type) && reference !== null ? [reference.id] : [],
    );
  const [trades, adjustments, reversals] = await Promise.all([
    reading.prisma.trade.findMany({
      where: { id: { in: idsOf("option_settle", ...SPOT_EVENTS) } },
      select: { id: true, status: true, side: true },
    }),
    reading.prisma.balanceAdjustment.findMany({
      where: { id: { in: idsOf("admin_adjustment") } },
      select: { id: true, reason: true },
    }),
    reading.prisma.depositReversal.findMany({
      where: { depositId: { in: idsOf("deposit_reversal", "receivable_payment") } },
      select: { depositId: true, reason: true },
    }),
  ]);
  const details = new Map([
    ...trades.map(({ id, status, side }) => [id, side ?? status] as const),
    ...adjustments.map(({ id, reason }) => [id, reason] as const),
    ...reversals.map(({ depositId, reason }) => [depositId, reason] as const),
  ]);
  return lines.map((line) => serialize(line, details));
}

const DETAILED_EVENTS = [
  "option_settle",
  "admin_adjustment",
  "deposit_reversal",
  "receivable_payment",
  ...SPOT_EVENTS,
];

function detailOf(
  { line, type: event, reference }: AccountLine,
  details: Map<string, string>,
): string | null {
  if (reference === null || !DETAILED_EVENTS.includes(event)) return null;
  if (SPOT_EVENTS.includes(event) && line === FEE_LINE) return "fee";
  return details.get(reference.id) ?? null;
}

function serialize(line: AccountLine, details: Map<string, string>): TransactionDto {
  const { type: event, reference } = line;
  return {
    id: line.id,
    type: groupOf(event),
    event,
    account: line.accountKind,
    otherAccount: line.otherKind,
    currency: line.currency,
    amount: formatMicro(line.amountMicro),
    balanceAfter: line.balanceAfterMicro === null ? null : formatMicro(line.balanceAfterMicro),
    reference,
    detail: detailOf(line, details),
    createdAt: line.at.toISOString(),
  };
}
