import type { Prisma, User } from "@/lib/generated/prisma/client";
import { balancesOf } from "@/lib/ledger/data";
import { csvResponse } from "@/lib/platform/csv";
import { prisma, sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import type { AdminUserDetailDto, AdminUserDto, AdminUsersQuery } from "./staff-schema";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function searchFilter(search: string | undefined): Prisma.UserWhereInput {
  if (!search) return {};
  if (UUID.test(search)) return { id: search.toLowerCase() };
  const text = search.toLowerCase();
  return {
    OR: [
      { usernameKey: { contains: text } },
      { email: { contains: text } },
      { phoneNumber: { contains: search.replace(/[\s().-]/g, "") } },
      { referralCode: search.toUpperCase() },
    ],
  };
}

/** Users, newest first, with their available USDT. */
export async function listUsers(
  query: AdminUsersQuery,
): Promise<{ users: AdminUserDto[]; nextCursor: string | null }> {
  const rows = await prisma.user.findMany({
    where: {
      erasedAt: null,
      ...(query.status ? { isActive: query.status === "active" } : {}),
      ...(query.cursor && UUID.test(query.cursor) ? { id: { lt: query.cursor } } : {}),
      AND: [searchFilter(query.search)],
    },
    orderBy: { id: "desc" },
    take: query.limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, query.limit, (row) => row.id);
  const available = await availableUsdtOf(items.map(({ id }) => id));
  return { users: items.map((row) => serialize(row, available.get(row.id) ?? 0n)), nextCursor };
}

/** One query for a whole page: a list must not cost a query a row. */
async function availableUsdtOf(ids: string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ owner: string; balance: bigint }[]>`
    SELECT owner_id AS owner, balance_micro AS balance FROM ledger_account
    WHERE owner_id = ANY (${ids}::uuid[]) AND kind = 'available' AND currency = 'USDT'`;
  return new Map(rows.map(({ owner, balance }) => [owner, balance]));
}

const CSV_HEADER = [
  "Id",
  "Username",
  "E-mail",
  "Phone",
  "Country",
  "Available (USDT)",
  "Status",
  "Staff",
  "Joined (UTC)",
  "Last sign-in (UTC)",
];
const EXPORT_PAGE = 100;

/** The users of a filter as a CSV download, newest first. */
export function exportUsers(query: AdminUsersQuery): Promise<Response> {
  async function* rows() {
    let cursor: string | undefined;
    do {
      const page = await listUsers({ ...query, limit: EXPORT_PAGE, cursor });
      for (const user of page.users) {
        yield [
          user.id,
          user.username,
          user.email,
          user.phoneNumber,
          user.country,
          user.availableUsdt,
          user.isActive ? "active" : "inactive",
          user.isAdmin,
          user.createdAt,
          user.lastSignInAt,
        ];
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  return csvResponse("users.csv", CSV_HEADER, rows());
}

function serialize(user: User, availableMicro: bigint): AdminUserDto {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    country: user.country,
    phoneNumber: user.phoneNumber,
    isActive: user.isActive,
    isAdmin: user.isAdmin,
    availableUsdt: formatMicro(availableMicro),
    createdAt: user.createdAt.toISOString(),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  };
}

/** One user with balances and counts. @throws AppError NOT_FOUND */
export async function getUserDetail(userId: string): Promise<AdminUserDetailDto> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user || user.erasedAt) throw new AppError("NOT_FOUND");
  const [balances, trades, openTrades, deposits, pendingDeposits, withdrawals, pending, sessions] =
    await Promise.all([
      balancesOf(prisma, userId),
      prisma.trade.count({ where: { userId } }),
      prisma.trade.count({ where: { userId, status: "open" } }),
      prisma.deposit.count({ where: { userId } }),
      prisma.deposit.count({ where: { userId, status: "pending" } }),
      prisma.withdrawal.count({ where: { userId } }),
      prisma.withdrawal.count({ where: { userId, status: { in: ["pending", "processing"] } } }),
      prisma.session.count({ where: { userId, revokedAt: null, expiresAt: { gt: now() } } }),
    ]);
  return {
    ...serialize(user, balances.USDT.available),
    countryCode: user.countryCode,
    gender: user.gender,
    emailVerified: user.emailVerifiedAt !== null,
    twoFactorEnabled: user.twoFactorEnabledAt !== null,
    hasWithdrawPassword: user.withdrawPasswordHash !== null,
    withdrawalsHeldUntil: user.withdrawalsHeldUntil?.toISOString() ?? null,
    referralCode: user.referralCode,
    balances: {
      USDT: mapAmounts(balances.USDT),
      XAUT: mapAmounts(balances.XAUT),
    },
    counts: {
      trades,
      openTrades,
      deposits,
      pendingDeposits,
      withdrawals,
      pendingWithdrawals: pending,
      sessions,
    },
  };
}

function mapAmounts<K extends string>(amounts: Record<K, bigint>): Record<K, string> {
  const entries = Object.entries<bigint>(amounts).map(([key, value]) => [key, formatMicro(value)]);
  return Object.fromEntries(entries) as Record<K, string>;
}
