import type { Client } from "pg";
import { until } from "../../tests/support/poll";
import { type BenchApp, populate, startApp } from "../support/app";
import { limited, type Measure, type PartResult } from "../support/measure";

export type SettlementOptions = { users: number; counts: number[] };

/** Options that one connection opens in a second, at the least; more time than needed is harmless. */
const OPENED_A_SECOND = 1_000;
const SPARE_SECONDS = 12;
const OPENS_A_TRANSACTION = 20;

export type Settled = {
  options: number;
  /** From the first payment to the last, by the database's clock. */
  busyMs: number;
  /** From the last expiry until none was open. */
  untilSettledMs: number;
  /** From the last expiry until everybody was told. */
  untilToldMs: number;
  /** Between the first expiry and the last. */
  spreadMs: number;
};

/**
 * Opens options that all end with the same tick, `seconds` from the last one: an option's entry is
 * the next tick, so each gets the whole seconds that are then left. Around a tick it waits, since
 * which one comes next is uncertain there.
 */
async function openAll(owner: Client, users: number, count: number, seconds: number) {
  await owner.query("SET synchronous_commit = off");
  await owner.query(`DO $$ DECLARE
      v_tick timestamptz; v_target timestamptz; v_opened integer := 0; v_next timestamptz;
    BEGIN
      SELECT at + interval '${seconds} seconds' INTO v_target FROM market_head;
      WHILE v_opened < ${count} LOOP
        SELECT at INTO v_tick FROM market_head;
        IF clock_timestamp() > v_tick + interval '900 ms' THEN
          COMMIT;
          PERFORM pg_sleep(0.01);
          CONTINUE;
        END IF;
        v_next := v_tick + interval '1 second';
        PERFORM open_option('bench-settle:' || uuid_v7(), sha256('bench'),
          (SELECT user_id FROM bench_user WHERE n = 1 + v_opened % ${users}),
          CASE WHEN v_opened % 2 = 0 THEN 'up' ELSE 'down' END, 1000000,
          round(extract(epoch FROM v_target - v_next))::integer, 800000, 1, 1000000000, NULL, 1, NULL, NULL);
        v_opened := v_opened + 1;
        IF v_opened % ${OPENS_A_TRANSACTION} = 0 THEN COMMIT; END IF;
      END LOOP;
    END $$`);
  await owner.query("RESET synchronous_commit");
}

/** Opens options that all end with the same tick, and waits until the running application has settled and told of them. */
export async function settleTogether(
  app: BenchApp,
  users: number,
  count: number,
): Promise<Settled> {
  const { owner } = app;
  const { rows: before } = await owner.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const since = before[0]?.now;
  await openAll(owner, users, count, Math.ceil(count / OPENED_A_SECOND) + SPARE_SECONDS);
  await owner.query("ANALYZE trade");
  const clock = async (open: string) => {
    let at = 0;
    const isDone = async () => {
      const { rows } = await owner.query<{ done: boolean; ms: number }>(
        `SELECT NOT EXISTS (${open}) AS done, extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms`,
      );
      at = rows[0]?.ms ?? 0;
      return rows[0]?.done === true;
    };
    await until(`there is none of ${open}`, isDone, 300_000);
    return at;
  };
  await clock("SELECT FROM trade WHERE status = 'open' AND expires_at IS NULL");
  const settledAt = await clock("SELECT FROM trade WHERE status = 'open'");
  const toldAt = await clock("SELECT FROM outbox");
  const { rows } = await owner.query<{ first: number; last: number; paid: number; n: number }>(
    `SELECT extract(epoch FROM min(expires_at))::float8 * 1000 AS first,
       extract(epoch FROM max(expires_at))::float8 * 1000 AS last,
       extract(epoch FROM min(settled_at))::float8 * 1000 AS paid, count(*)::int AS n
     FROM trade WHERE opened_at > $1 AND status <> 'void'`,
    [since],
  );
  const row = rows[0];
  if (!row || row.n !== count) throw new Error(`Settled ${row?.n} of ${count} options`);
  return {
    options: count,
    busyMs: settledAt - row.paid,
    untilSettledMs: settledAt - row.last,
    untilToldMs: toldAt - row.last,
    spreadMs: row.last - row.first,
  };
}

/** Options due in the same second, settled by the loop of the running application. */
export async function benchSettlement(options: SettlementOptions): Promise<PartResult> {
  const app = await startApp();
  try {
    await populate(app, options.users);
    // The first pass of a connection plans its statements.
    await settleTogether(app, options.users, 100);
    const results: Settled[] = [];
    for (const count of options.counts)
      results.push(await settleTogether(app, options.users, count));
    const cost = ({ busyMs, options: count }: Settled) => (busyMs * 1000) / count;
    const measures = results.flatMap((result): Measure[] => [
      result.options >= 10_000
        ? limited(
            `${result.options} options due together: until settled`,
            result.untilSettledMs,
            "ms",
            result.options / 10,
          )
        : {
            name: `${result.options} options due together: until settled`,
            value: result.untilSettledMs,
            unit: "ms",
          },
      { name: "  until everybody is told", value: result.untilToldMs, unit: "ms" },
      { name: "  cost of one option", value: cost(result), unit: "us" },
    ]);
    const [first] = results;
    const last = results.at(-1);
    if (first && last && first !== last) {
      measures.push(
        limited("cost of one, most against fewest", cost(last) / cost(first), "x", 1.5),
      );
    }
    return { measures, details: results };
  } finally {
    await app.close();
  }
}
