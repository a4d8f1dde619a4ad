import {
  type HouseAccountRow,
  type HouseMovement,
  listHouseAccounts,
  listHouseMovements,
  optionExposure,
} from "@/lib/ledger/house";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { prisma, reading } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { invalidCursor, invalidField } from "@/lib/platform/errors";
import { everyRow } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { getSettings } from "@/lib/settings/data";
import { decodePositions, encodePositions, hasAccount, houseKinds, mergeShards } from "./rules";
import type {
  HouseLimits,
  HouseMovementDto,
  HouseMovementsQuery,
  HouseMovementsResponse,
  HouseResponse,
} from "./schema";

/** All of a currency sums to zero, so users hold what the house's own accounts and escrow do not. */
function usersHold(accounts: HouseAccountRow[], currency: LedgerCurrency): string {
  const house = accounts
    .filter((account) => account.currency === currency)
    .reduce((sum, { balanceMicro }) => sum + balanceMicro, 0n);
  return formatMicro(-house);
}

/** The caps on open options, and how far they are used. */
export async function getHouseLimits(): Promise<HouseLimits> {
  const [settings, exposure] = await Promise.all([getSettings(), optionExposure(prisma)]);
  return {
    perExpirySecond: {
      cap: settings.optionCapPerExpirySecond,
      busiest: exposure.seconds.map(({ at, collateralMicro }) => ({
        at: at.toISOString(),
        used: formatMicro(collateralMicro),
      })),
    },
    perDirection: {
      cap: settings.optionCapPerDirection,
      up: formatMicro(exposure.upMicro),
      down: formatMicro(exposure.downMicro),
    },
  };
}

/** The house's accounts in the order of their purpose, and its limits. */
export async function getHouse(): Promise<HouseResponse> {
  const [rows, limits] = await Promise.all([listHouseAccounts(prisma), getHouseLimits()]);
  const place = (kind: HouseAccountRow["kind"]) => houseKinds.indexOf(kind);
  return {
    accounts: rows
      .toSorted((a, b) => place(a.kind) - place(b.kind) || (a.currency < b.currency ? -1 : 1))
      .map(({ kind, currency, balanceMicro, shards, requiredMicro }) => ({
        kind,
        currency,
        balance: formatMicro(balanceMicro),
        shards,
        required: formatMicro(requiredMicro),
      })),
    usersHold: { USDT: usersHold(rows, "USDT"), XAUT: usersHold(rows, "XAUT") },
    limits,
    realMoney: env.REAL_MONEY,
  };
}

/** Why money moved, where somebody said so, by the id that a movement refers to. */
async function reasonsOf(movements: HouseMovement[]): Promise<Map<string, string>> {
  const idsOf = (type: string) =>
    movements.flatMap(({ referenceType, referenceId }) =>
      referenceType === type && referenceId !== null ? [referenceId] : [],
    );
  const select = { id: true, reason: true } as const;
  const [transfers, adjustments] = await Promise.all([
    reading.prisma.houseTransfer.findMany({
      where: { id: { in: idsOf("house_transfer") } },
      select,
    }),
    reading.prisma.balanceAdjustment.findMany({
      where: { id: { in: idsOf("balance_adjustment") } },
      select,
    }),
  ]);
  return new Map([...transfers, ...adjustments].map(({ id, reason }) => [id, reason]));
}

function serialize(movement: HouseMovement, reasons: Map<string, string>): HouseMovementDto {
  const { journalId, line, referenceType, referenceId } = movement;
  return {
    id: `${journalId}-${line}`,
    at: movement.at.toISOString(),
    event: movement.event,
    amount: formatMicro(movement.amountMicro),
    shard: movement.shard,
    balanceAfter: formatMicro(movement.balanceAfterMicro),
    other: { kind: movement.otherKind, user: movement.otherOwner },
    reason: (referenceId !== null && reasons.get(referenceId)) || null,
    reference:
      referenceType !== null && referenceId !== null
        ? { type: referenceType, id: referenceId }
        : null,
  };
}

/**
 * A page of a house account's movements, newest first; of a pool, those of all its shards.
 * @throws AppError VALIDATION for a cursor that is none of ours or an account that the house does not have
 */
export async function listMovements(query: HouseMovementsQuery): Promise<HouseMovementsResponse> {
  const { kind, currency, cursor, limit } = query;
  if (!hasAccount(kind, currency))
    throw invalidField("currency", text("errors.house.thereNoSuchAccount"));
  const positions = cursor === undefined ? new Map<number, bigint>() : decodePositions(cursor);
  if (!positions) throw invalidCursor();
  const rows = await listHouseMovements(reading.prisma, { kind, currency }, positions, limit + 1);
  const { page, positions: reached, hasMore } = mergeShards(rows, limit);
  const reasons = await reasonsOf(page);
  // A shard without rows here has none further down either.
  return {
    movements: page.map((movement) => serialize(movement, reasons)),
    nextCursor: hasMore ? encodePositions(reached) : null,
  };
}

const CSV_HEADER = csvHeader(
  "no",
  "timeUtc",
  "event",
  "otherSide",
  "user",
  "amount",
  "currency",
  "part",
  "partsBalanceAfter",
  "reason",
  "referenceType",
  "reference",
);

/**
 * All movements of a house account as a CSV download, newest first; a part is numbered from 1, as on the page.
 * @throws AppError VALIDATION for an account that the house does not have
 */
export function exportMovements(query: HouseMovementsQuery): Promise<Response> {
  async function* rows() {
    const movements = everyRow(
      (page) => listMovements({ ...query, ...page }),
      (page) => page.movements,
    );
    for await (const row of movements) {
      yield [
        row.id,
        row.at,
        row.event,
        row.other.kind,
        row.other.user?.username,
        row.amount,
        query.currency,
        row.shard + 1,
        row.balanceAfter,
        row.reason,
        row.reference?.type,
        row.reference?.id,
      ];
    }
  }
  return csvResponse("movements", CSV_HEADER, rows());
}
