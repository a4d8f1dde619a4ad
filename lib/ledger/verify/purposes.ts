import { DEMO_FUNDS_KEY } from "@/lib/ledger/house";
import { type Account, Prisma } from "@/lib/platform/db";
import type { LedgerCheck } from "./checks";

/** What the checks of payments pin by themselves: every transfer that says it is for one of these. */
export const PINNED = [
  "deposit",
  "deposit_reversal",
  "withdrawal",
  "balance_adjustment",
  "house_transfer",
];

/** Every other way that money takes: the journal's kind, what it refers to, and the accounts it goes between. */
export const WAYS = [
  ["option_open", "trade", "available", "escrow"],
  ["option_open", "trade", "option_pool", "escrow"],
  ["option_settle", "trade", "escrow", "available"],
  ["option_settle", "trade", "escrow", "option_pool"],
  ["trade_reserve", "trade", "available", "held"],
  ["trade_release", "trade", "held", "available"],
  ["order_reserve", "resting_order", "available", "held"],
  ["order_release", "resting_order", "held", "available"],
  // Of fills before version 0.3, and the fee of a sale.
  ["manual_trade", "trade", "available", "inventory"],
  ["manual_trade", "trade", "available", "fees"],
  ["manual_trade", "trade", "held", "inventory"],
  ["manual_trade", "trade", "inventory", "available"],
  ["manual_trade", "trade", "held", "fees"],
  ["ai_trade", "trade", "ai", "inventory"],
  ["ai_trade", "trade", "inventory", "ai"],
  ["ai_trade", "trade", "ai", "fees"],
  ["ai_allocate", "strategy_run", "available", "ai"],
  ["ai_return", "strategy_run", "ai", "available"],
  ["vault_reserve", "vault_conversion", "available", "held"],
  ["vault_reserve", "vault_conversion", "stored", "held"],
  ["vault_release", "vault_conversion", "held", "available"],
  ["vault_release", "vault_conversion", "held", "stored"],
  // Of conversions before version 0.3.
  ["vault_store", "vault_conversion", "available", "inventory"],
  ["vault_retrieve", "vault_conversion", "stored", "inventory"],
  ["vault_store", "vault_conversion", "held", "inventory"],
  ["vault_store", "vault_conversion", "held", "fees"],
  ["vault_store", "vault_conversion", "inventory", "stored"],
  ["vault_store", "vault_conversion", "available", "stored"],
  ["vault_retrieve", "vault_conversion", "held", "inventory"],
  ["vault_retrieve", "vault_conversion", "inventory", "available"],
  ["vault_retrieve", "vault_conversion", "available", "fees"],
  ["vault_retrieve", "vault_conversion", "stored", "available"],
  ["saving_subscribe", "saving", "available", "savings"],
  ["saving_subscribe", "saving", "interest", "interest_reserve"],
  ["saving_refund", "saving", "savings", "available"],
  ["saving_refund", "saving", "interest_reserve", "interest"],
  ["saving_mature", "saving", "savings", "available"],
  ["saving_mature", "saving", "interest_reserve", "interest"],
  ["saving_interest", "saving", "interest_reserve", "available"],
  ["referral_commission", "referral_earning", "referral", "available"],
  // For many records or for none: they name no row.
  ["saving_reserve", "saving", "interest", "interest_reserve"],
  ["even_out", "", "option_pool", "option_pool"],
  ["even_out", "", "inventory", "inventory"],
] as const;
const ROWLESS = [
  "saving_reserve",
  "even_out",
  "practice_fund",
  "practice_open",
  "practice_reset",
] as const;

type Way = readonly [kind: string, type: string, from: string, to: string];

/** What there is on the practice side: options, spot trades, orders and runs, and where play money comes from. */
const PRACTICE_WAYS: readonly Way[] = [
  ...WAYS.filter(([, type]) => ["trade", "resting_order", "strategy_run"].includes(type)),
  ["even_out", "", "inventory", "inventory"],
  ["practice_fund", "", "external", "option_pool"],
  ["practice_fund", "", "external", "inventory"],
  ["practice_fund", "", "external", "treasury"],
  ["practice_open", "", "treasury", "available"],
  ["practice_reset", "", "treasury", "available"],
  ["practice_reset", "", "available", "treasury"],
];

const rowsOf = (ways: readonly Way[]) =>
  Prisma.join(ways.map((way) => Prisma.sql`(${Prisma.join([...way])})`));

/** What a transfer can be for, with whose it is. */
const products = Prisma.sql`
  SELECT 'trade' AS type, id, user_id FROM trade
  UNION ALL SELECT 'resting_order', id, user_id FROM resting_order
  UNION ALL SELECT 'strategy_run', id, user_id FROM strategy_run
  UNION ALL SELECT 'vault_conversion', id, user_id FROM vault_conversion
  UNION ALL SELECT 'saving', id, user_id FROM saving_record
  UNION ALL SELECT 'referral_earning', id, referrer_id FROM referral_earning`;

/** The application may post between most accounts: nothing else says what such money would be for. */
export const purposeChecks = (account: Account): LedgerCheck[] => [
  {
    name: "purposes",
    claim:
      "each transfer but those of payments goes a way that a product's money takes, for a row of its own and between the house and that row's owner",
    query: Prisma.sql`
      SELECT t.journal_id, t.line, j.kind, t.reference_type, t.reference_id, debit.kind AS from_kind, credit.kind AS to_kind,
        t.currency, t.amount_micro
      FROM ledger_transfer t
      LEFT JOIN ledger_journal j ON j.id = t.journal_id
      LEFT JOIN ledger_account debit ON debit.id = t.debit_account_id
      LEFT JOIN ledger_account credit ON credit.id = t.credit_account_id
      LEFT JOIN (VALUES ${rowsOf(account === "real" ? WAYS : PRACTICE_WAYS)}) AS way (kind, type, from_kind, to_kind)
        ON (way.kind, way.type, way.from_kind, way.to_kind) = (j.kind, coalesce(t.reference_type, ''), debit.kind, credit.kind)
      LEFT JOIN (${products}) AS product ON product.type = t.reference_type AND product.id = t.reference_id
      WHERE coalesce(t.reference_type, '') NOT IN (${Prisma.join(account === "real" ? PINNED : ["-"])})
        -- A demo's first funds, from outside to the house, are what the check of house transfers looks at.
        AND NOT (j.idempotency_key = ${DEMO_FUNDS_KEY} AND debit.kind = 'external' AND credit.owner_id IS NULL)
        AND (way.kind IS NULL OR CASE WHEN j.kind IN (${Prisma.join(ROWLESS)}) THEN t.reference_id IS NOT NULL
          ELSE product.id IS NULL OR product.user_id <> debit.owner_id OR product.user_id <> credit.owner_id END)`,
  },
];
