/** Staff's search over everything: each kind of thing by its own index, and only what the member may see. */
import { isIP } from "node:net";
import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import { Prisma, prisma } from "@/lib/platform/db";
import { formatDecimal, formatMicro } from "@/lib/platform/money";
import { isUuid } from "@/lib/platform/uuid";
import { may, type StaffRights } from "@/lib/sessions/permission-rules";
import { matches, searchUsers } from "@/lib/user-search/match";
import { numberOf, searchWords } from "@/lib/user-search/words";
import { paymentKey } from "@/lib/wallets/data";
import { hasHashForm } from "@/lib/wallets/names";
import type { SearchResult } from "./schema";

/** Of each kind; who means another one says more. */
const MAX_OF_KIND = 5;
/** Of an address that many use, such as an office's, the newest. */
const MAX_LOGINS = 200;
const COIN_DIGITS = 8;

const owner = { user: { select: { id: true, username: true } } } as const;
type Named = { user: { id: string; username: string } };

/** Everything that a text names, the best known kinds first. */
export async function searchEverything(member: StaffRights, q: string): Promise<SearchResult[]> {
  if (q === "") return [];
  const people = may(member, "users.read");
  const found = await Promise.all([
    people ? users(q) : [],
    payments(q, member),
    may(member, "trades.read") ? trades(q) : [],
    // What was converted stands among a user's movements.
    people ? conversions(q) : [],
    may(member, "savings.read") ? savings(q) : [],
    may(member, "wallets.read") ? wallets(q) : [],
    people ? logins(q) : [],
  ]);
  return found.flat();
}

type UserRow = {
  id: string;
  number: bigint;
  username: string;
  email: string;
  countryCode: string;
  phoneNumber: string;
  isActive: boolean;
};

async function users(q: string): Promise<SearchResult[]> {
  const words = searchWords(q);
  // Looking up the sixty trigrams of a hash costs more than everything else, and names nobody.
  if (words.length === 0 || hasHashForm(q)) return [];
  const where = Prisma.join([Prisma.sql`erased_at IS NULL`, ...words.map(matches)], " AND ");
  const columns = Prisma.sql`id, number, username, email, country_code AS "countryCode", phone_number AS "phoneNumber",
    is_active AS "isActive"`;
  const number = numberOf(q);
  const [numbered, named] = await Promise.all([
    number === null
      ? []
      : searchUsers<UserRow>(
          Prisma.sql`SELECT ${columns} FROM app_user WHERE number = ${number} AND erased_at IS NULL`,
        ),
    searchUsers<UserRow>(
      Prisma.sql`SELECT ${columns} FROM app_user WHERE ${where} ORDER BY id DESC LIMIT ${MAX_OF_KIND}`,
    ),
  ]);
  const others = named.filter(({ id }) => id !== numbered[0]?.id);
  return [...numbered, ...others].map(({ id, number, username, email, isActive, ...phone }) => ({
    kind: "user",
    id,
    number: number.toString(),
    username,
    email,
    phone: fullPhoneNumber(phone),
    isActive,
  }));
}

async function payments(q: string, member: StaffRights): Promise<SearchResult[]> {
  const where = await paymentKey(q.replace(/^#/, ""));
  if (where === null) return [];
  const newest = { where, orderBy: { number: "desc" }, take: MAX_OF_KIND, include: owner } as const;
  const [deposits, withdrawals] = await Promise.all([
    may(member, "deposits.read") ? prisma.deposit.findMany(newest) : [],
    may(member, "withdrawals.read") ? prisma.withdrawal.findMany(newest) : [],
  ]);
  type Row = (typeof deposits)[number] | (typeof withdrawals)[number];
  const shown = ({ id, number, user, currency, network, status, createdAt }: Row) => ({
    id,
    number: number.toString(),
    user,
    currency,
    network,
    status,
    createdAt: createdAt.toISOString(),
  });
  return [
    ...deposits.map(
      (row): SearchResult => ({
        kind: "deposit",
        ...shown(row),
        amount: formatDecimal(row.amountE8, COIN_DIGITS),
      }),
    ),
    ...withdrawals.map(
      (row): SearchResult => ({
        kind: "withdrawal",
        ...shown(row),
        amount: formatMicro(row.amountMicro),
      }),
    ),
  ];
}

async function trades(q: string): Promise<SearchResult[]> {
  const number = numberOf(q);
  if (number === null && !isUuid(q)) return [];
  const where = number === null ? { id: q } : { number };
  const trade = await prisma.trade.findUnique({ where, include: owner });
  if (!trade) return [];
  const { id, type, status, user, openedAt } = trade;
  return [
    {
      kind: "trade",
      id,
      number: trade.number.toString(),
      type,
      status,
      user,
      createdAt: openedAt.toISOString(),
    },
  ];
}

async function conversions(q: string): Promise<SearchResult[]> {
  const number = numberOf(q);
  if (number === null && !isUuid(q)) return [];
  const where = number === null ? { id: q } : { number };
  const found = await prisma.vaultConversion.findUnique({ where, include: owner });
  if (!found) return [];
  const { id, direction, status, user, createdAt } = found;
  return [
    {
      kind: "conversion",
      id,
      number: found.number.toString(),
      direction,
      status,
      user,
      createdAt: createdAt.toISOString(),
    },
  ];
}

async function savings(q: string): Promise<SearchResult[]> {
  const number = numberOf(q);
  if (number === null && !isUuid(q)) return [];
  const where = number === null ? { id: q } : { number };
  const include = { ...owner, plan: { select: { name: true } } };
  const found = await prisma.savingRecord.findUnique({ where, include });
  if (!found) return [];
  const { id, plan, status, user, createdAt } = found;
  return [
    {
      kind: "saving",
      id,
      number: found.number.toString(),
      plan: plan.name,
      status,
      user,
      createdAt: createdAt.toISOString(),
    },
  ];
}

/** There are some dozen: whoever looks for one may have a part of its address. */
const MIN_ADDRESS_PART = 4;

async function wallets(q: string): Promise<SearchResult[]> {
  if (q.length < MIN_ADDRESS_PART) return [];
  const rows = await prisma.wallet.findMany({
    where: { deletedAt: null, address: { contains: q, mode: "insensitive" } },
    orderBy: { id: "asc" },
    take: MAX_OF_KIND,
  });
  return rows.map(({ id, currency, network, address, label }) => ({
    kind: "wallet",
    id,
    currency,
    network,
    address,
    label,
  }));
}

async function logins(q: string): Promise<SearchResult[]> {
  if (isIP(q) === 0) return [];
  const rows = await prisma.signIn.findMany({
    where: { ip: q.toLowerCase() },
    orderBy: { id: "desc" },
    take: MAX_LOGINS,
    include: owner,
  });
  const newest = new Map<string, Named & { createdAt: Date }>();
  for (const row of rows) if (!newest.has(row.userId)) newest.set(row.userId, row);
  return [...newest.values()].slice(0, MAX_OF_KIND).map(({ user, createdAt }) => ({
    kind: "login",
    user,
    ip: q,
    at: createdAt.toISOString(),
  }));
}
