import { type Actor, appendAudit, SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { Prisma, Reserve } from "@/lib/generated/prisma/client";
import { type Tx, transaction } from "@/lib/platform/db";
import { readClock } from "@/lib/platform/db/clock";
import { env } from "@/lib/platform/env";
import { AppError, invalidField } from "@/lib/platform/errors";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { parseDecimal } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { refuseAddress } from "@/lib/wallets/addresses/refusals";
import { canonicalAddress, coinDecimals, isPair } from "@/lib/wallets/rules";
import { logOrigin } from "../identity";
import { readHead } from "../tree";
import { canRead, isSignedBy, readBalance } from "./chain";
import { listedReserves, MAX_RESERVES } from "./data";
import { reserveMessage, signsMessages } from "./rules";
import type { ListReserveBody } from "./schema";

/** Changes of the list wait for each other: "ress" in ASCII. */
const RESERVE_LOCK = 1919251315;
const E8_DIGITS = 8;

type Place = Pick<Reserve, "kind" | "currency" | "network" | "address" | "custodian">;
type Balance = Pick<Reserve, "balanceE8" | "blockNumber" | "source">;
type Signed = Pick<Reserve, "message" | "signature">;

const auditView = ({ id: _i, createdAt: _c, removedAt: _r, ...row }: Reserve) => ({
  ...row,
  balanceE8: String(row.balanceE8),
  balanceAt: row.balanceAt.toISOString(),
  blockNumber: row.blockNumber?.toString() ?? null,
});

/** @throws AppError VALIDATION for a place that is none */
function placeOf({ kind, currency, network, address, custodian }: ListReserveBody): Place {
  if (kind === "custodian") {
    if (!custodian) throw invalidField("custodian", text("errors.reserves.enterCustodian"));
    return { kind, currency, custodian, network: null, address: null };
  }
  if (!network) throw invalidField("network", text("errors.wallets.chooseNetwork"));
  if (!isPair(currency, network)) {
    throw invalidField("network", text("errors.common.cantBeSentOn", { currency, network }));
  }
  if (!address) throw invalidField("address", text("errors.common.enterAddress"));
  refuseAddress(network, address);
  return {
    kind,
    currency,
    network,
    address: canonicalAddress(network, address),
    custodian: null,
  };
}

/** @throws AppError VALIDATION for a signature that is missing, none, or of another key or text */
async function signedBy(place: Place, { date, signature, network }: ListReserveBody) {
  const unsigned: Signed = { message: null, signature: null };
  if (place.address === null || !network || !signsMessages(network)) {
    if (signature) throw invalidField("signature", text("errors.reserves.cantCheckSignature"));
    return unsigned;
  }
  if (!signature) throw invalidField("signature", text("errors.reserves.enterSignature"));
  const today = (await readClock()).toISOString().slice(0, 10);
  const day = date ?? today;
  if (day > today) throw invalidField("date", text("errors.reserves.dayToCome"));
  const message = reserveMessage(logOrigin(await readHead()), day);
  if (!(await isSignedBy(place.address, message, signature))) {
    throw invalidField("signature", text("errors.reserves.otherSignature", { message }));
  }
  return { message, signature } satisfies Signed;
}

/** @throws AppError VALIDATION */
async function balanceOf(
  place: Place,
  { balance, blockNumber, source }: ListReserveBody,
): Promise<Balance> {
  const { currency } = place;
  if (balance === undefined) {
    if (place.address === null || !canRead(currency, place.network)) {
      throw invalidField("balance", text("errors.common.enterAmount"));
    }
    return readBalance(currency, place.address).catch((cause: unknown) => {
      const message = text("errors.reserves.nodeDoesNotAnswer");
      throw new AppError("VALIDATION", { message, errors: { balance: [message] }, cause });
    });
  }
  const decimals = coinDecimals(currency);
  if (parseDecimal(balance, decimals) === null) {
    throw invalidField("balance", text("errors.reserves.tooManyDecimals", { decimals }));
  }
  if (!source) throw invalidField("source", text("errors.reserves.enterSource"));
  if (place.kind === "address" && blockNumber === undefined) {
    throw invalidField("blockNumber", text("errors.reserves.enterBlock"));
  }
  return {
    balanceE8: parseDecimal(balance, E8_DIGITS) ?? 0n,
    blockNumber: blockNumber === undefined ? null : BigInt(blockNumber),
    source,
  };
}

const lockList = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(${RESERVE_LOCK})`;

const isSamePlace = (a: Place, b: Place) =>
  a.kind === b.kind &&
  a.currency === b.currency &&
  a.network === b.network &&
  a.address === b.address &&
  a.custodian?.toLowerCase() === b.custodian?.toLowerCase();

/** Ends the row of the same place, if there is one, and begins the new one. */
async function replace(
  tx: Tx,
  actor: Actor,
  before: Reserve | undefined,
  data: Prisma.ReserveUncheckedCreateInput,
): Promise<Reserve> {
  if (before) await end(tx, before);
  const row = await tx.reserve.create({ data });
  for (const target of before ? [before, row] : [row]) {
    await appendAudit(tx, actor, {
      action: target === row ? "reserve.list" : "reserve.replace",
      targetType: "reserve",
      targetId: target.id,
      ...(before ? { before: auditView(before) } : {}),
      after: auditView(row),
    });
  }
  return row;
}

async function end(tx: Tx, { id }: Reserve): Promise<void> {
  const { count } = await tx.reserve.updateMany({
    where: { id, removedAt: null },
    data: { removedAt: await readClock() },
  });
  if (count === 0) throw new AppError("NOT_FOUND");
}

/**
 * Lists a reserve, in place of what was said of the same place before.
 * @throws AppError VALIDATION for an address that is none of its network, a signature that is not of its key and today's
 *   or an earlier text, a balance without its block and source; CONFLICT for one reserve too many
 */
export async function listReserve(actor: Actor, input: ListReserveBody): Promise<Reserve> {
  const made = madeBefore();
  if (made) {
    return transaction((tx) => tx.reserve.findUniqueOrThrow({ where: { id: made } }));
  }
  const place = placeOf(input);
  const signed = await signedBy(place, input);
  const balance = await balanceOf(place, input);
  return transaction(async (tx) => {
    await lockList(tx);
    const rows = await listedReserves(tx);
    const before = rows.find((row) => isSamePlace(row, place));
    if (!before && rows.length >= MAX_RESERVES) {
      throw new AppError("CONFLICT", { message: text("errors.reserves.tooMany") });
    }
    const times = { balanceAt: await readClock(), isDemo: !env.REAL_MONEY };
    const row = await replace(tx, actor, before, { ...place, ...signed, ...balance, ...times });
    await markApplied(tx, row.id);
    return row;
  });
}

/** Takes a reserve off the list; what was said of it stays in the public log. @throws AppError NOT_FOUND */
export async function removeReserve(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockList(tx);
    const before = await tx.reserve.findFirst({ where: { id, removedAt: null } });
    if (!before) throw new AppError("NOT_FOUND");
    await end(tx, before);
    await appendAudit(tx, actor, {
      action: "reserve.remove",
      targetType: "reserve",
      targetId: id,
      before: auditView(before),
    });
  });
}

/** Reads anew what the node can tell of listed addresses. What changed meanwhile stays as it is. */
export async function refreshReserves(signal: AbortSignal): Promise<void> {
  for (const { id, currency, network, address } of await listedReserves()) {
    signal.throwIfAborted();
    if (address === null || !canRead(currency, network)) continue;
    const balance = await readBalance(currency, address);
    await transaction(async (tx) => {
      await lockList(tx);
      const before = await tx.reserve.findFirst({ where: { id, removedAt: null } });
      if (!before) return;
      const { kind, message, signature } = before;
      const place = { kind, currency, network, address, custodian: null, message, signature };
      const times = { balanceAt: await readClock(), isDemo: !env.REAL_MONEY };
      await replace(tx, SYSTEM_ACTOR, before, { ...place, ...balance, ...times });
    });
  }
}
