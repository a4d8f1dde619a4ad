import type { Deposit } from "@/lib/generated/prisma/client";
import { getUsdtRate } from "@/lib/market/data";
import { type Prisma, prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http";
import { paymentSearch } from "@/lib/wallets/data";
import {
  type AdminPaymentQuery,
  DEPOSIT_QUEUE,
  type PaymentQuery,
} from "@/lib/wallets/payment-schema";
import { eachOf, queuePage } from "@/lib/wallets/queue";
import type { AdminDepositDto } from "./schema";
import { type DepositWithPeople, serializeAdminDeposit } from "./serializers";

const people = { user: true, processedBy: true } as const;

/** Ids of rows made by a repeatable request have no time order; the running number has. */
const pageWhere = (query: PaymentQuery): Prisma.DepositWhereInput => ({
  ...(query.status ? { status: { in: query.status } } : {}),
  ...(query.cursor ? { number: { lt: BigInt(query.cursor.replace(/^[wd]/, "")) } } : {}),
});

/** A user's deposits, newest first. */
export async function listDeposits(
  userId: string,
  query: PaymentQuery,
): Promise<{ items: Deposit[]; nextCursor: string | null }> {
  const rows = await prisma.deposit.findMany({
    where: { ...pageWhere(query), userId },
    orderBy: { number: "desc" },
    take: query.limit + 1,
  });
  return pageOf(rows, query.limit, (row) => row.number.toString());
}

/** All deposits for staff, newest first, pending ones with what confirming would credit now. */
export async function listAdminDeposits(
  query: AdminPaymentQuery,
): Promise<{ items: AdminDepositDto[]; nextCursor: string | null }> {
  const page = await adminPage(query);
  return { items: await withQuotes(page.items), nextCursor: page.nextCursor };
}

const ofFilter = ({ search, userId }: AdminPaymentQuery): Prisma.DepositWhereInput => ({
  AND: [paymentSearch(search), userId ? { userId } : {}],
});

async function adminPage(
  query: AdminPaymentQuery,
): Promise<{ items: DepositWithPeople[]; nextCursor: string | null }> {
  if (query.order === "queue") {
    return queuePage(query, DEPOSIT_QUEUE, ({ waiting, after, statuses }, take) =>
      prisma.deposit.findMany({
        where: {
          AND: [
            ofFilter(query),
            { status: { in: statuses } },
            after === null ? {} : { number: waiting ? { gt: after } : { lt: after } },
          ],
        },
        orderBy: { number: waiting ? "asc" : "desc" },
        take,
        include: people,
      }),
    );
  }
  const rows = await prisma.deposit.findMany({
    where: { AND: [pageWhere(query), ofFilter(query)] },
    orderBy: { number: "desc" },
    take: query.limit + 1,
    include: people,
  });
  return pageOf(rows, query.limit, (row) => row.number.toString());
}

/** Every deposit of a filter, newest first, read page by page. */
export function eachAdminDeposit(query: AdminPaymentQuery): AsyncGenerator<AdminDepositDto> {
  return eachOf((page) => listAdminDeposits({ ...query, ...page, order: "newest" }));
}

/** One deposit for staff. @throws AppError NOT_FOUND */
export async function getAdminDeposit(id: string): Promise<AdminDepositDto> {
  const row = await prisma.deposit.findUnique({ where: { id }, include: people });
  const [deposit] = row ? await withQuotes([row]) : [];
  if (!deposit) throw new AppError("NOT_FOUND");
  return deposit;
}

async function withQuotes(rows: DepositWithPeople[]): Promise<AdminDepositDto[]> {
  const pending = rows.filter((row) => row.status === "pending").map((row) => row.currency);
  const quotes = await Promise.all(
    [...new Set(pending)].map(async (currency) => [currency, await getUsdtRate(currency)] as const),
  );
  const rates = new Map(quotes);
  return rows.map((row) => serializeAdminDeposit(row, rates.get(row.currency) ?? null));
}

/** Coins that a user has deposited, the last used first. */
export async function recentDepositCurrencies(userId: string): Promise<string[]> {
  const rows = await prisma.deposit.groupBy({
    by: ["currency"],
    where: { userId },
    _max: { number: true },
    orderBy: { _max: { number: "desc" } },
  });
  return rows.map((row) => row.currency);
}
