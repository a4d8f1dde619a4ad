import { PATCH as chooseRoute } from "@/app/api/savings/user/[id]/route";
import { POST as create } from "@/app/api/savings/user/create/route";
import { GET as mine } from "@/app/api/savings/user/my-savings/route";
import { POST as refundRoute } from "@/app/api/savings/user/refund/[id]/route";
import { balancesOf } from "@/lib/ledger/data";
import { listHouseAccounts } from "@/lib/ledger/house";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { formatMicro } from "@/lib/platform/money";
import { runSavings } from "@/lib/savings/jobs";
import type { MySavingsResponse, RefundResponse, SavingRecordDto } from "@/lib/savings/schema";
import { giveTo } from "@/tests/factories/savings";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";

const DAY_MS = 86_400_000;

/** The clock of these tests starts here: an afternoon before a month's end in a leap year. */
export const START = new Date("2028-02-27T15:30:00Z");

export type Saver = { id: string; token: string };

/** A logged-in user with money in both currencies. */
export async function saver(usdtMicro = 10_000_000_000n, xautMicro = 5_000_000n): Promise<Saver> {
  const { user, token } = await signedInUser();
  if (usdtMicro > 0n) await giveTo(user.id, usdtMicro);
  if (xautMicro > 0n) await giveTo(user.id, xautMicro, "XAUT");
  return { id: user.id, token };
}

/** Moves the clock to a 00:00 UTC this many days after the first one of the tests, plus seconds. */
export const midnight = (day: number, seconds = 0) =>
  testDatabase().setClock(
    new Date(Date.UTC(2028, 1, 28) + day * DAY_MS + Math.round(seconds * 1000)),
  );

/** Midnight, and the daily work has run, and its notifications are written. */
export async function runDay(day: number): Promise<void> {
  await midnight(day);
  await runSavings();
  await deliverAll();
}

export const subscribe = (
  { token }: Saver,
  savingId: string,
  amount = "1000",
  {
    key,
    ...more
  }: { key?: string; terms?: unknown; autoRenew?: string; minDailyRate?: string } = {},
) =>
  callRoute<{ record: SavingRecordDto } & Record<string, unknown>>(create, {
    path: "/api/savings/user/create",
    token,
    body: { savingId, amount, ...more },
    idempotencyKey: key,
  });

export const choose = ({ token }: Saver, id: string, body: object) =>
  callRoute<{ record: SavingRecordDto }>(chooseRoute, {
    method: "PATCH",
    path: `/api/savings/user/${id}`,
    params: { id },
    token,
    body,
  });

export const refund = ({ token }: Saver, id: string, key?: string) =>
  callRoute<RefundResponse>(refundRoute, {
    method: "POST",
    path: `/api/savings/user/refund/${id}`,
    params: { id },
    token,
    idempotencyKey: key,
  });

export const mySavings = ({ token }: Saver, query = "") =>
  callRoute<MySavingsResponse>(mine, { path: `/api/savings/user/my-savings${query}`, token });

/** A user's available and saved money as decimal strings. */
export async function moneyOf({ id }: Saver, currency: LedgerCurrency = "USDT") {
  const { available, savings } = (await balancesOf(id))[currency];
  return { available: formatMicro(available), savings: formatMicro(savings) };
}

/** Leaves a live saving in USDT as one whose reserve was rounded down: with a unit less set aside. */
export async function reserveOneLess(recordId: string): Promise<void> {
  const database = testDatabase();
  await database.query(
    "SELECT ledger_apply(ledger_begin('saving_refund', $1, sha256('x'), NULL), 1, -9, -5, 1, 'saving', $2, true)",
    [`one-less:${recordId}`, recordId],
  );
  await database.query(
    "UPDATE saving_record SET reserved_micro = reserved_micro - 1 WHERE id = $1",
    [recordId],
  );
}

/** The interest account and its reserve in micro-units. */
export async function house(currency: LedgerCurrency = "USDT") {
  const balances = await listHouseAccounts(prisma);
  const of = (kind: string) =>
    balances.find((one) => one.kind === kind && one.currency === currency)?.balanceMicro ?? 0n;
  return { interest: of("interest"), reserve: of("interest_reserve") };
}

/** Fails with what the ledger's checks found. */
export async function expectVerified(): Promise<void> {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
}

/** Verifies, then ends every live saving, so that the next test may set the clock back. */
export async function endOfTest(): Promise<void> {
  await expectVerified();
  await testDatabase().query(
    `SELECT saving_refund('end:' || id, sha256('end'), user_id, id) FROM saving_record WHERE closed_at IS NULL`,
  );
}
