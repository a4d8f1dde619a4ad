import type { Reserve } from "@/lib/generated/prisma/client";
import { type Db, prisma } from "@/lib/platform/db";
import { readClock } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import { pageOf } from "@/lib/platform/http/lists";
import { formatDecimal, formatMicro } from "@/lib/platform/money";
import { addressPage } from "@/lib/wallets/explorer-rules";
import { formatCoin } from "@/lib/wallets/rules";
import { logOrigin } from "../identity";
import { readHead } from "../tree";
import { coverage, proofOf, reserveMessage } from "./rules";
import type {
  AdminReservesDto,
  CoverageDto,
  ReserveDto,
  ReserveHistory,
  ReservesDto,
} from "./schema";

/** More than a site needs: the public page shows them all. */
export const MAX_RESERVES = 200;
const RATIO_DIGITS = 4;
const MICRO_OF_E8 = 100n;

/** What counts now, by coin. */
export function listedReserves(db: Db = prisma): Promise<Reserve[]> {
  return db.reserve.findMany({
    where: { removedAt: null },
    orderBy: [{ currency: "asc" }, { id: "asc" }],
    take: MAX_RESERVES,
  });
}

/** A reserve as everybody reads it. */
export function serializeReserve(row: Reserve): ReserveDto {
  const { currency, network } = row;
  return {
    id: row.id,
    kind: row.kind,
    currency,
    network,
    address: row.address,
    custodian: row.custodian,
    balance: formatCoin(row.balanceE8, currency),
    balanceAt: row.balanceAt.toISOString(),
    blockNumber: row.blockNumber?.toString() ?? null,
    source: row.source,
    proof: proofOf(row),
    message: row.message,
    signature: row.signature,
    explorer: network && row.address ? addressPage(network, row.address) : null,
  };
}

function coverageOf(
  currency: "USDT" | "XAUT",
  rows: Reserve[],
  owedMicro: bigint | undefined,
): CoverageDto {
  // Below a unit of the ledger nothing counts.
  const sum = (some: Reserve[]) =>
    some.reduce((total, { balanceE8 }) => total + balanceE8, 0n) / MICRO_OF_E8;
  const own = rows.filter((row) => row.currency === currency);
  const reserves = sum(own);
  const ratio = owedMicro === undefined ? null : coverage(reserves, owedMicro);
  return {
    currency,
    reserves: formatMicro(reserves),
    proved: formatMicro(sum(own.filter(({ signature }) => signature !== null))),
    liabilities: owedMicro === undefined ? null : formatMicro(owedMicro),
    ratio: ratio === null ? null : formatDecimal(ratio, RATIO_DIGITS),
  };
}

/** All reserves that are listed, and how far they cover the newest published liabilities. */
export async function getReserves(): Promise<ReservesDto> {
  const [rows, snapshot] = await Promise.all([
    listedReserves(),
    prisma.liabilitySnapshot.findFirst({
      orderBy: [{ at: "desc" }, { runId: "desc" }],
      include: { run: { select: { trees: true } } },
    }),
  ]);
  const owed = (currency: string) =>
    snapshot?.run.trees.find((tree) => tree.currency === currency)?.totalMicro;
  return {
    reserves: rows.map(serializeReserve),
    coverage: (["USDT", "XAUT"] as const).map((one) => coverageOf(one, rows, owed(one))),
    liabilitiesAt: snapshot?.at.toISOString() ?? null,
    isDemo: !env.REAL_MONEY,
  };
}

/** The same for staff, with what the key of an address has to sign today. */
export async function getReservesForStaff(): Promise<AdminReservesDto> {
  const [reserves, head, at] = await Promise.all([getReserves(), readHead(), readClock()]);
  const origin = logOrigin(head);
  const day = at.toISOString().slice(0, 10);
  return {
    ...reserves,
    origin,
    day,
    toSign: reserveMessage(origin, day),
    readsBalances: env.RESERVES_RPC_URL !== undefined,
  };
}

/** A page of what was listed and no longer counts, what was listed last first. */
export async function listEndedReserves({
  limit,
  cursor,
}: {
  limit: number;
  cursor?: string;
}): Promise<ReserveHistory> {
  const rows = await prisma.reserve.findMany({
    where: { removedAt: { not: null }, ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id);
  return {
    reserves: items.map((row) => ({
      ...serializeReserve(row),
      removedAt: (row.removedAt as Date).toISOString(),
    })),
    nextCursor,
  };
}
