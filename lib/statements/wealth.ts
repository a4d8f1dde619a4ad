import type { LedgerCurrency, WealthLine } from "@/lib/ledger/schema";
import { type LineFilter, listWealthLines } from "@/lib/ledger/transactions/lines";
import {
  groupOf,
  type TransactionGroup,
  transactionGroups,
} from "@/lib/ledger/transactions/transaction-rules";
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { reading } from "@/lib/platform/db";
import { everyRow } from "@/lib/platform/http/lists";
import { E8_ONE, formatMicro, formatPriceE8, mulDivHalfEven } from "@/lib/platform/money";
import { getTicks } from "@/lib/trading/data";
import type { WealthLineDto, WealthList } from "./schema";

/** Period, from `from` on and before `to`, and kind. */
export type WealthFilter = Pick<LineFilter, "userId" | "from" | "to"> & { type?: TransactionGroup };

/**
 * A page of what changed a user's wealth, newest first.
 * @throws AppError VALIDATION for a cursor that is none of ours
 */
export async function listWealth(
  filter: WealthFilter & { limit: number; cursor?: string },
): Promise<WealthList> {
  const { type, ...rest } = filter;
  const types = type === undefined ? undefined : [...transactionGroups[type]];
  const { lines, nextCursor } = await listWealthLines(reading.prisma, { ...rest, types });
  return { view: "wealth", transactions: await describe(lines), nextCursor };
}

/** Every line of a filter, newest first. */
export const everyWealthLine = (filter: WealthFilter): AsyncGenerator<WealthLineDto> =>
  everyRow(
    (page) => listWealth({ ...filter, ...page }),
    (page) => page.transactions,
  );

/** What the ledger itself does not know of what a line came from. */
type Source = {
  number?: bigint;
  detail?: string;
  prices?: (bigint | null)[];
  /** An exchange at a recorded price: the tick, and how much XAUT. */
  fill?: { tickSeq: bigint; priceE8: bigint; xautMicro: bigint };
  resultMicro?: bigint | null;
};

const idsOf = (lines: WealthLine[], type: string) =>
  lines.flatMap(({ reference }) => (reference?.type === type ? [reference.id] : []));

async function tradeSources(ids: string[]): Promise<[string, Source][]> {
  const trades = await reading.prisma.trade.findMany({ where: { id: { in: ids } } });
  return trades.map((trade) => {
    const isOption = trade.type === "option";
    const { entryPriceE8: priceE8, entryTickSeq: tickSeq } = trade;
    const xautMicro = trade.side === "buy" ? trade.receivedMicro : trade.amountMicro;
    const isFilled = !isOption && priceE8 !== null && tickSeq !== null && xautMicro !== null;
    return [
      trade.id,
      {
        number: trade.number,
        detail: isOption ? trade.status : (trade.side ?? undefined),
        prices: isOption ? [priceE8, trade.exitPriceE8] : [priceE8],
        fill: isFilled ? { tickSeq, priceE8, xautMicro } : undefined,
        resultMicro: trade.pnlMicro,
      },
    ];
  });
}

async function conversionSources(ids: string[]): Promise<[string, Source][]> {
  const conversions = await reading.prisma.vaultConversion.findMany({ where: { id: { in: ids } } });
  return conversions.map(({ id, number, priceE8, tickSeq, xautMicro, realisedMicro }) => [
    id,
    {
      number,
      prices: [priceE8],
      fill:
        priceE8 !== null && tickSeq !== null && xautMicro !== null
          ? { tickSeq, priceE8, xautMicro }
          : undefined,
      resultMicro: realisedMicro,
    },
  ]);
}

/** Payments in USDT have no rate to speak of. */
async function paymentSources(lines: WealthLine[]): Promise<[string, Source][]> {
  const select = { id: true, number: true, currency: true, rateE8: true };
  const of = (type: string) => ({ where: { id: { in: idsOf(lines, type) } }, select });
  const payments = await Promise.all([
    reading.prisma.deposit.findMany(of("deposit")),
    reading.prisma.withdrawal.findMany(of("withdrawal")),
  ]);
  return payments
    .flat()
    .map(({ id, number, currency, rateE8 }) => [
      id,
      { number, prices: currency === "USDT" ? [] : [rateE8] },
    ]);
}

/** What has a number and nothing else to say. */
async function numberSources(lines: WealthLine[]): Promise<[string, Source][]> {
  const select = { id: true, number: true };
  const of = (type: string) => ({ where: { id: { in: idsOf(lines, type) } }, select });
  const rows = await Promise.all([
    reading.prisma.savingRecord.findMany(of("saving")),
    reading.prisma.strategyRun.findMany(of("strategy_run")),
  ]);
  return rows.flat().map(({ id, number }) => [id, { number }]);
}

async function adjustmentSources(ids: string[]): Promise<[string, Source][]> {
  const adjustments = await reading.prisma.balanceAdjustment.findMany({
    where: { id: { in: ids } },
    select: { id: true, reason: true },
  });
  return adjustments.map(({ id, reason }) => [id, { detail: reason }]);
}

/** Beside the deposit's own, which has the same id. */
async function reversalSources(ids: string[]): Promise<Map<string, Source>> {
  const reversals = await reading.prisma.depositReversal.findMany({
    where: { depositId: { in: ids } },
    select: { depositId: true, reason: true, deposit: { select: { number: true } } },
  });
  return new Map(
    reversals.map(({ depositId, reason, deposit: { number } }) => [
      depositId,
      { number, detail: reason },
    ]),
  );
}

/** Adds what the ledger itself does not know: prices, results, how an option ended, why support changed a balance or a deposit was reversed. */
async function describe(lines: WealthLine[]): Promise<WealthLineDto[]> {
  const found = await Promise.all([
    tradeSources(idsOf(lines, "trade")),
    conversionSources(idsOf(lines, "vault_conversion")),
    paymentSources(lines),
    numberSources(lines),
    adjustmentSources(idsOf(lines, "balance_adjustment")),
  ]);
  const sources = new Map(found.flat());
  const reversals = await reversalSources(idsOf(lines, "deposit_reversal"));
  const seqs = [...sources.values()].flatMap(({ fill }) => (fill ? [fill.tickSeq] : []));
  const ticks = await getTicks([...new Set(seqs)]);
  const spreadOf = ({ fill }: Source): bigint | null => {
    const tick = fill && ticks.get(fill.tickSeq);
    if (!tick) return null;
    const apartE8 =
      fill.priceE8 > tick.priceE8 ? fill.priceE8 - tick.priceE8 : tick.priceE8 - fill.priceE8;
    return mulDivHalfEven(fill.xautMicro, apartE8, E8_ONE);
  };
  return lines.map((line) => {
    const { type, id } = line.reference ?? { type: "", id: "" };
    const source = (type === "deposit_reversal" ? reversals : sources).get(id) ?? {};
    return serialize(line, source, spreadOf(source));
  });
}

const amountsOf = (usdtMicro: bigint, xautMicro: bigint): WealthLineDto["changes"] =>
  (
    [
      ["USDT", usdtMicro],
      ["XAUT", xautMicro],
    ] satisfies [LedgerCurrency, bigint][]
  ).flatMap(([currency, micro]) =>
    micro === 0n ? [] : [{ currency, amount: formatMicro(micro) }],
  );

const orNull = (micro: bigint | null | undefined) =>
  micro === null || micro === undefined ? null : formatMicro(micro);

function serialize(line: WealthLine, source: Source, spreadMicro: bigint | null): WealthLineDto {
  return {
    id: line.id,
    type: groupOf(line.type),
    event: line.type,
    changes: amountsOf(line.usdtMicro, line.xautMicro),
    fees: amountsOf(line.usdtFeeMicro, line.xautFeeMicro),
    spread: orNull(spreadMicro),
    result: orNull(source.resultMicro),
    prices: (source.prices ?? []).flatMap((priceE8) =>
      priceE8 === null ? [] : [formatPriceE8(priceE8)],
    ),
    reference: line.reference,
    number: source.number?.toString() ?? null,
    detail: source.detail ?? null,
    createdAt: line.at.toISOString(),
  };
}

/** The headings of a file of wealth lines. */
export const WEALTH_CSV_HEADER = csvHeader(
  "timeUtc",
  "type",
  "event",
  "changeUsdt",
  "changeXaut",
  "feeUsdt",
  "feeXaut",
  "spreadUsdt",
  "resultUsdt",
  "price",
  "exitPrice",
  "detail",
  "number",
  "reference",
  "id",
);

/** One wealth line as cells under those headings. */
export function wealthCells(line: WealthLineDto) {
  const of = (amounts: WealthLineDto["changes"], currency: LedgerCurrency) =>
    amounts.find((one) => one.currency === currency)?.amount;
  return [
    line.createdAt,
    line.type,
    line.event,
    of(line.changes, "USDT"),
    of(line.changes, "XAUT"),
    of(line.fees, "USDT"),
    of(line.fees, "XAUT"),
    line.spread,
    line.result,
    line.prices[0],
    line.prices[1],
    line.detail,
    line.number,
    line.reference && `${line.reference.type}:${line.reference.id}`,
    line.id,
  ];
}

/** The wealth lines that a filter lets through as a CSV download, newest first. */
export function wealthCsv(filter: WealthFilter): Promise<Response> {
  async function* rows() {
    for await (const line of everyWealthLine(filter)) yield wealthCells(line);
  }
  return csvResponse("wealth", WEALTH_CSV_HEADER, rows());
}
