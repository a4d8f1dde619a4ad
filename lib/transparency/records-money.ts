/** What the public log says of payments, conversions, savings, adjustments and commissions. Amounts are in micro-units, of coins in 10⁻⁸. */
import { type Personal, personal, type Reader, readRows, time } from "./readers";

const readReported: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("created_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'reported',
      'id', id, 'number', number::text, 'currency', currency, 'network', network, 'address', address,
      'amountE8', amount_e8::text) AS record
    FROM deposit WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

/** Credited or refused; that it was taken back later is another record. */
const readDepositEnds: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("processed_at")} AS at, user_id::text AS "userId", jsonb_build_object('event',
      CASE WHEN credited_micro IS NULL THEN 'rejected' ELSE 'credited' END, 'id', id, 'number', number::text,
      'currency', currency, 'amountE8', amount_e8::text, 'rateE8', rate_e8::text, 'rateSource', rate_source,
      'creditedMicro', credited_micro::text, 'transactionHash', transaction_hash) AS record
    FROM deposit WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

const readReversals: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT deposit_id::text AS ref, ${time("created_at")} AS at, user_id::text AS "userId", jsonb_build_object(
      'event', 'reversed', 'id', deposit_id, 'currency', currency, 'amountMicro', amount_micro::text,
      'takenMicro', taken_micro::text, 'reason', reason) AS record
    FROM deposit_reversal WHERE deposit_id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

/** What later deposits have paid of a reversed one's debt so far. */
const readCollected: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT d.ref, ${time("c.at")} AS at, r.user_id::text AS "userId", jsonb_build_object('event', 'collected',
      'id', r.deposit_id, 'currency', r.currency, 'collectedMicro', d.collected) AS record
    FROM unnest(${refs}::text[]) AS u (ref)
    CROSS JOIN LATERAL (SELECT u.ref, split_part(u.ref, '/', 1)::uuid AS id, split_part(u.ref, '/', 2) AS collected) d
    JOIN deposit_reversal r ON r.deposit_id = d.id
    CROSS JOIN LATERAL (
      SELECT p.at FROM (
        SELECT t.at, t.journal_id, t.line, sum(t.amount_micro) OVER (ORDER BY t.journal_id, t.line) AS upto
        FROM ledger_account a
        JOIN ledger_transfer t ON t.debit_account_id = a.id AND t.reference_type = 'deposit_reversal' AND t.reference_id = d.id
        JOIN ledger_journal j ON j.id = t.journal_id AND j.kind = 'receivable_payment'
        WHERE a.owner_id = r.user_id AND a.kind = 'available' AND a.currency = r.currency
      ) p WHERE p.upto = d.collected::bigint LIMIT 1
    ) c`;
  return rows.map(personal("payment"));
};

const readRequested: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("created_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'requested',
      'id', id, 'number', number::text, 'currency', currency, 'network', network, 'address', address,
      'amountMicro', amount_micro::text, 'feeMicro', fee_micro::text) AS record
    FROM withdrawal WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

const readApproved: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("approved_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'approved',
      'id', id, 'currency', currency, 'amountMicro', amount_micro::text, 'feeMicro', fee_micro::text,
      'rateE8', rate_e8::text, 'rateSource', rate_source, 'rateAt', ${time("rate_at")}, 'payoutE8', payout_e8::text) AS record
    FROM withdrawal WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

const readWithdrawalEnds: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("processed_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'ended',
      'id', id, 'status', status, 'currency', currency, 'amountMicro', amount_micro::text, 'feeMicro', fee_micro::text,
      'payoutE8', payout_e8::text, 'transactionHash', transaction_hash) AS record
    FROM withdrawal WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("payment"));
};

const readConversions: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("accepted_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'accepted',
      'id', id, 'number', number::text, 'direction', direction, 'currency', currency, 'amountMicro',
      (CASE WHEN direction = 'store' AND currency = 'USDT' THEN usdt_micro ELSE xaut_micro END)::text,
      'limitPriceE8', limit_price_e8::text, 'feeRatePpm', fee_rate_ppm) AS record
    FROM vault_conversion WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("storage"));
};

/** Filled or not; between XAUT and storage there is neither a price nor a wait. */
const readConversionEnds: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT v.id::text AS ref, ${time("coalesce(j.at, v.accepted_at)")} AS at, v.user_id::text AS "userId",
      jsonb_build_object('event', 'ended', 'id', v.id, 'number', v.number::text, 'direction', v.direction,
        'currency', v.currency, 'status', v.status, 'entryTick', v.tick_seq::text, 'priceE8', v.price_e8::text,
        'usdtMicro', v.usdt_micro::text, 'xautMicro', v.xaut_micro::text, 'feeRatePpm', v.fee_rate_ppm,
        'feeMicro', v.fee_micro::text, 'voidReason', v.void_reason, 'simulated', v.simulated) AS record
    FROM vault_conversion v LEFT JOIN ledger_journal j ON j.idempotency_key = 'vault-end:' || v.id
    WHERE v.id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("storage"));
};

const readSubscriptions: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("created_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'subscribed',
      'id', id, 'number', number::text, 'plan', plan_id, 'type', type, 'currency', currency,
      'principalMicro', principal_micro::text, 'dailyRatePpb', daily_rate_ppb::text, 'durationDays', duration_days,
      'startsAt', ${time("starts_at")}) || CASE WHEN renewed_from IS NULL THEN '{}'
        ELSE jsonb_build_object('renewedFrom', renewed_from) END AS record
    FROM saving_record WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("saving"));
};

/** A counted day: the interest of all days until then, which follows from terms that never change. */
const readCounted: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT d.ref, ${time("(r.starts_at + d.day * interval '24 hours')")} AS at, r.user_id::text AS "userId",
      jsonb_build_object('event', 'counted', 'id', r.id, 'number', r.number::text, 'currency', r.currency,
        'days', d.day, 'accruedMicro', saving_interest(r.principal_micro, r.daily_rate_ppb, d.day)::text) AS record
    FROM unnest(${refs}::text[]) AS u (ref)
    CROSS JOIN LATERAL (SELECT u.ref, split_part(u.ref, '/', 1)::uuid AS id, split_part(u.ref, '/', 2)::integer AS day) d
    JOIN saving_record r ON r.id = d.id`;
  return rows.map(personal("saving"));
};

const readSavingEnds: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("closed_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'closed',
      'id', id, 'number', number::text, 'status', status, 'currency', currency, 'daysAccrued', days_accrued,
      'paidPrincipalMicro', paid_principal_micro::text, 'paidProfitMicro', paid_profit_micro::text) AS record
    FROM saving_record WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("saving"));
};

/** A balance that staff changed. That they did is an entry of its own, of kind staff. */
const readAdjustments: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("decided_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'adjusted',
      'id', id, 'operation', operation, 'currency', currency, 'amountMicro', amount_micro::text, 'reason', reason) AS record
    FROM balance_adjustment WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("adjustment"));
};

/** A commission, without whose fee it is of. */
const readCommissions: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("created_at")} AS at, referrer_id::text AS "userId", jsonb_build_object('event', 'paid',
      'id', id, 'feeMicro', fee_micro::text, 'earnedMicro', earned_micro::text) AS record
    FROM referral_earning WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("referral"));
};

/** By the kind of the queue's rows. */
export const MONEY_READERS: { readonly [kind: string]: Reader } = {
  deposit_reported: readReported,
  deposit_ended: readDepositEnds,
  deposit_reversed: readReversals,
  deposit_collected: readCollected,
  withdrawal_requested: readRequested,
  withdrawal_approved: readApproved,
  withdrawal_ended: readWithdrawalEnds,
  conversion_accepted: readConversions,
  conversion_ended: readConversionEnds,
  saving_subscribed: readSubscriptions,
  saving_counted: readCounted,
  saving_closed: readSavingEnds,
  adjusted: readAdjustments,
  referral_paid: readCommissions,
};
