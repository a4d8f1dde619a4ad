/** The users' list of the staff: search, filters, orders and export. docs/decisions/staff/user-search.md */

import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import { type ShownUser, serializeUser } from "@/lib/accounts/serializers";
import type { User } from "@/lib/generated/prisma/client";
import { spendableOf } from "@/lib/ledger/data";
import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { Prisma, prisma } from "@/lib/platform/db";
import { invalidCursor } from "@/lib/platform/errors";
import { everyRow, pageOf } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { UUID_FORM } from "@/lib/platform/uuid";
import { matches, searchUsers } from "@/lib/user-search/match";
import { numberOf, searchWords } from "@/lib/user-search/words";
import type { AdminUserDto, AdminUsersQuery } from "./schema";

type Listed = ShownUser & Pick<User, "usernameKey" | "lastSignInAt" | "frozenAt">;

/** All words of a search, or the account whose number it is. */
function searched(search: string): Prisma.Sql[] {
  const words = searchWords(search).map(matches);
  const number = numberOf(search);
  if (number === null) return words;
  const own = Prisma.sql`id = ANY (ARRAY(SELECT id FROM app_user WHERE number = ${number}))`;
  return words.length === 0 ? [own] : [Prisma.sql`(${own} OR (${Prisma.join(words, " AND ")}))`];
}

const STATUSES: Record<NonNullable<AdminUsersQuery["status"]>, () => Prisma.Sql> = {
  active: () => Prisma.sql`is_active`,
  inactive: () => Prisma.sql`NOT is_active`,
  frozen: () => Prisma.sql`frozen_at IS NOT NULL`,
};

function conditions(query: AdminUsersQuery): Prisma.Sql[] {
  const { status, verified, country, staff } = query;
  return [
    Prisma.sql`erased_at IS NULL`,
    ...searched(query.search ?? ""),
    ...(status ? [STATUSES[status]()] : []),
    ...(verified
      ? [
          verified === "yes"
            ? Prisma.sql`email_verified_at IS NOT NULL`
            : Prisma.sql`email_verified_at IS NULL`,
        ]
      : []),
    ...(country ? [Prisma.sql`country_iso = ${country}`] : []),
    ...(staff ? [staff === "yes" ? Prisma.sql`is_admin` : Prisma.sql`NOT is_admin`] : []),
  ];
}

const NEVER = "never";

type Order = {
  by: () => Prisma.Sql;
  /** What of a row says where the next page starts; no cursor holds a dot. */
  cursorOf: (row: Listed) => string;
  cursor: RegExp;
  after: (parts: string[]) => Prisma.Sql;
};

/** Of a user who never logged in, as far as the order goes. */
const lastSignIn = () => Prisma.sql`coalesce(last_sign_in_at, '-infinity'::timestamptz)`;

const ORDERS: Record<AdminUsersQuery["sort"], Order> = {
  newest: {
    by: () => Prisma.sql`id DESC`,
    cursorOf: ({ id }) => id,
    cursor: new RegExp(`^(${UUID_FORM})$`),
    after: ([id]) => Prisma.sql`id < ${id ?? ""}::uuid`,
  },
  name: {
    by: () => Prisma.sql`username_key`,
    cursorOf: ({ usernameKey }) => Buffer.from(usernameKey).toString("base64url"),
    cursor: /^([\w-]+)$/,
    after: ([name]) =>
      Prisma.sql`username_key > ${Buffer.from(name ?? "", "base64url")
        .toString("utf8")
        .replaceAll("\0", "")}`,
  },
  "last-sign-in": {
    by: () => Prisma.sql`${lastSignIn()} DESC, id DESC`,
    cursorOf: ({ lastSignInAt, id }) => `${lastSignInAt?.getTime() ?? NEVER}_${id}`,
    cursor: new RegExp(`^(\\d{1,14}|${NEVER})_(${UUID_FORM})$`),
    after: ([at, id]) => {
      const time = at === NEVER ? "-infinity" : new Date(Number(at)).toISOString();
      return Prisma.sql`(${lastSignIn()}, id) < (${time}::text::timestamptz, ${id ?? ""}::uuid)`;
    },
  },
};

function afterCursor({ after, cursor }: Order, text: string | undefined): Prisma.Sql[] {
  if (text === undefined) return [];
  const parts = cursor.exec(text);
  if (!parts) throw invalidCursor();
  return [after(parts.slice(1))];
}

/** One page of rows, and one more. */
function select(query: AdminUsersQuery): Promise<Listed[]> {
  const order = ORDERS[query.sort];
  const where = [...conditions(query), ...afterCursor(order, query.cursor)];
  return searchUsers(Prisma.sql`
    SELECT id, number, username, username_key AS "usernameKey", email, country, country_code AS "countryCode",
      phone_number AS "phoneNumber", gender, is_active AS "isActive", is_admin AS "isAdmin",
      email_verified_at AS "emailVerifiedAt", two_factor_enabled_at AS "twoFactorEnabledAt",
      withdraw_password_hash AS "withdrawPasswordHash", referral_code AS "referralCode",
      created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", frozen_at AS "frozenAt"
    FROM app_user WHERE ${Prisma.join(where, " AND ")} ORDER BY ${order.by()} LIMIT ${query.limit + 1}`);
}

/**
 * A page of users in the order asked for, with their available USDT. Erased accounts are not listed.
 * @throws AppError VALIDATION for a cursor of another order
 */
export async function listUsers(
  query: AdminUsersQuery,
): Promise<{ users: AdminUserDto[]; nextCursor: string | null }> {
  const { cursorOf } = ORDERS[query.sort];
  const { items, nextCursor } = pageOf(await select(query), query.limit, cursorOf);
  const spendable = await spendableOf(
    prisma,
    "USDT",
    items.map(({ id }) => id),
  );
  return {
    users: items.map((row) => serializeForStaff(row, spendable.get(row.id)?.available ?? 0n)),
    nextCursor,
  };
}

/** A user row as staff see it in lists. @param availableMicro their available USDT */
export function serializeForStaff(
  user: Omit<Listed, "usernameKey">,
  availableMicro: bigint,
): AdminUserDto {
  return {
    ...serializeUser(user),
    availableUsdt: formatMicro(availableMicro),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    frozenAt: user.frozenAt?.toISOString() ?? null,
  };
}

const CSV_HEADER = csvHeader(
  "number",
  "id",
  "username",
  "email",
  "phone",
  "country",
  "availableUsdt",
  "status",
  "emailConfirmed",
  "staff",
  "joinedUtc",
  "lastSignInUtc",
);
const EXPORT_PAGE = 500;

/** The users of a filter as a CSV download in the list's order, one page in memory at a time. */
export function exportUsers(query: AdminUsersQuery): Promise<Response> {
  async function* rows() {
    const users = everyRow(
      (page) => listUsers({ ...query, ...page }),
      (page) => page.users,
      EXPORT_PAGE,
    );
    for await (const user of users) {
      yield [
        user.number,
        user.id,
        user.username,
        user.email,
        fullPhoneNumber(user),
        user.country,
        user.availableUsdt,
        user.isActive && user.frozenAt !== null ? "frozen" : user.isActive ? "active" : "inactive",
        user.emailVerified,
        user.isAdmin,
        user.createdAt,
        user.lastSignInAt,
      ];
    }
  }
  return csvResponse("users", CSV_HEADER, rows());
}
