/** What the public log says of strategies' runs. Amounts are in micro-units. */
import { type Personal, personal, type Reader, readRows, time } from "./readers";

const readSignals: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT s.id::text AS ref, ${time("s.created_at")} AS at, r.user_id::text AS "userId", jsonb_build_object('id', s.id,
      'run', s.run_id, 'strategy', r.strategy, 'candleAt', ${time("s.candle_at")}, 'action', s.action,
      'amountMicro', s.amount_micro::text, 'reason', s.reason) AS record
    FROM strategy_signal s JOIN strategy_run r ON r.id = s.run_id WHERE s.id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("signal"));
};

const readStarted: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("started_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'started',
      'id', id, 'number', number::text, 'strategy', strategy, 'params', params::text, 'interval', "interval",
      'allocatedMicro', allocated_micro::text) AS record
    FROM strategy_run WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("run"));
};

/** From when on a price may sell what a run holds. A price that can't be traded on moves it, so that a run has several. */
const readStopping: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT d.ref, ${time("d.stop_at")} AS at, r.user_id::text AS "userId", jsonb_build_object('event', 'stopping',
      'id', r.id, 'number', r.number::text) AS record
    FROM unnest(${refs}::text[]) AS u (ref)
    CROSS JOIN LATERAL (SELECT u.ref, split_part(u.ref, '/', 1)::uuid AS id, split_part(u.ref, '/', 2)::timestamptz AS stop_at) d
    JOIN strategy_run r ON r.id = d.id`;
  return rows.map(personal("run"));
};

const readEnded: Reader = async (ask, refs) => {
  const rows = await readRows<Personal>(ask)`
    SELECT id::text AS ref, ${time("stopped_at")} AS at, user_id::text AS "userId", jsonb_build_object('event', 'ended',
      'id', id, 'number', number::text, 'reason', stop_reason, 'returnedMicro', returned_micro::text) AS record
    FROM strategy_run WHERE id = ANY (${refs}::text[]::uuid[])`;
  return rows.map(personal("run"));
};

/** By the kind of the queue's rows. */
export const RUN_READERS: { readonly [kind: string]: Reader } = {
  signal: readSignals,
  run_started: readStarted,
  run_stopping: readStopping,
  run_ended: readEnded,
};
