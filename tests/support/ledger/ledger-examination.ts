import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { ledgerChecks } from "@/lib/ledger/verify/checks";
import type { TestDatabase } from "../database";
import { setEntryDelay } from "../entry-delay";
import { until } from "../poll";
import { LedgerBatches } from "./ledger-batches";
import type { User } from "./ledger-history";

const LANES = 8;
const WORKERS = 4;
const BATCH = 5;
const ENTRY_E8 = 400_000_000_000n;
const EXIT_E8 = 400_100_000_000n;
/** The first tick after acceptance comes before it is over, then one that is contested, then one known before it was over. */
const ENTRY_DELAY_MS = 600;
const START_MS = Date.UTC(2031, 0, 1);
const BLOCKED_WITHIN_MS = 3_000;

type TickOptions = { by?: PoolClient; contested?: boolean; knownForMs?: number };

/**
 * Drives the ledger of one database through a concurrent history and writes down everything that is
 * wrong: an error that is no refusal (a deadlock among them), a difference to the plain model, a check
 * of the verify command that does not hold. Expects what prepare() makes.
 */
export class LedgerExamination extends LedgerBatches {
  /** Users with money, a house that can pay, and the clock standing still on a first price. */
  static async prepare(database: TestDatabase): Promise<void> {
    await database.setClock(new Date(START_MS));
    await setEntryDelay(ENTRY_DELAY_MS, database);
    await database.query(`
      INSERT INTO app_user (username, username_key, email, password_hash, country, country_iso, country_code,
        phone_number, gender, referral_code)
      SELECT 'm' || n, 'm' || n, 'm' || n || '@example.test', 'x', 'Nowhere', 'XX', '+0', '0', '', 'm' || n
      FROM generate_series(1, 4) AS n;
      SELECT ledger_post('seed', 'user:' || id, sha256('seed'), NULL, ARRAY[-1]::bigint[], ARRAY[id], ARRAY[100000000]::bigint[])
      FROM ledger_account WHERE kind = 'available' AND currency = 'USDT';
      SELECT ledger_post('seed', 'pool', sha256('seed'), NULL, array_fill(-1::bigint, ARRAY[16]),
        ARRAY(SELECT -100 - s FROM generate_series(0, 15) AS s)::bigint[], array_fill(1000000000::bigint, ARRAY[16]));
      SELECT record_tick(${ENTRY_E8}, ${ENTRY_E8}, ${ENTRY_E8}, '[{"source":"test"}]', 3, false);`);
    await LedgerExamination.allowBatches(database);
  }

  /**
   * @param wanted what is known to be wrong: once it is found nothing more is looked for
   * @returns what is wrong, sorted; empty for a sound ledger
   */
  async run(wanted?: RegExp): Promise<string[]> {
    const stages = [
      () => this.meet(),
      () => this.together(),
      () => Promise.all(Array.from({ length: LANES }, (_, lane) => this.live(lane + 1))),
      () => this.crossWays(),
      () => this.overspend(),
      () => this.compare(),
      () => this.settleAll(),
      () => this.compare(),
    ];
    try {
      for (const stage of stages) {
        await stage();
        if (wanted && [...this.found].some((finding) => wanted.test(finding))) break;
      }
    } finally {
      await this.pool.end();
    }
    return [...this.found].sort();
  }

  private async meet(): Promise<void> {
    const { rows } = await this.pool.query<User>(
      `SELECT owner_id AS id, id AS available FROM ledger_account
       WHERE owner_id IS NOT NULL AND kind = 'available' AND currency = 'USDT' ORDER BY id`,
    );
    this.users = rows;
    this.model.pool = 16_000_000_000n;
    this.model.outside = -this.model.pool;
    for (const { id } of rows) this.model.deposit(id, 100_000_000n);
  }

  /**
   * Events over the same accounts that meet half-way, because a third holds one of them: whoever
   * locks in another order than everybody else now waits in a circle.
   */
  private async crossWays(): Promise<void> {
    const [a, b, c, d] = this.users as [User, User, User, User];
    const encounters: [held: User, first: User[], second: User[]][] = [
      [a, [a, b, c, d], [c, d, a, b]],
      [c, [a, b, c, d], [a, d]],
      [a, [b, a], [a, b]],
    ];
    for (const [held, first, second] of encounters) {
      const holder = await this.pool.connect();
      await holder.query("BEGIN");
      if (await this.post(randomUUID(), ["-1"], [held.available], 5n, holder)) {
        this.model.deposit(held.id, 5n);
      }
      const meeting = [this.move(first, 1n)];
      await this.untilBlocked(meeting);
      meeting.push(this.move(second, 1n));
      await this.untilBlocked(meeting);
      await holder.query("COMMIT");
      holder.release();
      await Promise.all(meeting);
    }
  }

  /** Everybody tries to spend one unit more than all they have, in every way there is. */
  private async overspend(): Promise<void> {
    for (const user of this.users) {
      const tooMuch = () => this.model.wallet(user.id).available + 1n;
      const [other] = this.users.filter(({ id }) => id !== user.id) as [User];
      await this.open(user, tooMuch(), "up");
      await this.move([user, other], tooMuch());
      await this.withdraw(user, tooMuch(), 0);
    }
  }

  private setClock(seconds: number): Promise<void> {
    return this.database.setClock(new Date(START_MS + seconds * 1000));
  }

  private tick(priceE8: bigint, { by, contested = false, knownForMs = 0 }: TickOptions = {}) {
    return this.call(
      `SELECT record_tick($1::bigint, $1::bigint, $1::bigint, '[{"source":"test"}]', 3, false, clock_timestamp(), $2,
         clock_timestamp() - nullif($3, 0) * interval '1 millisecond')`,
      [priceE8.toString(), contested, knownForMs],
      by,
    );
  }

  /** Several workers at once until nothing is left. */
  private async drain(
    name: "enter_due" | "settle_due",
    each: (row: Record<string, unknown>) => void,
  ) {
    const worker = async () => {
      for (;;) {
        const rows = await this.call(`SELECT * FROM ${name}($1)`, [BATCH]);
        rows?.forEach(each);
        if (!rows || rows.length === 0) return;
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
  }

  /**
   * Waits until as many wait for a lock as there is work that has not ended; a ledger without the lock lets the
   * time pass.
   */
  private async untilBlocked(work: Promise<unknown>[]): Promise<void> {
    let left = work.length;
    const end = () => {
      left -= 1;
    };
    for (const each of work) void each.then(end, end);
    const isBlocked = async () => {
      const { rows } = await this.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length >= left;
    };
    await until("somebody is blocked", isBlocked, BLOCKED_WITHIN_MS).catch(() => undefined);
  }

  /**
   * Ends every option while the tick that decides and payments to every user are under way in
   * transactions of others, which commit one after the other once the workers wait for them.
   */
  private async settleAll(): Promise<void> {
    await this.setClock(0.4);
    await this.tick(ENTRY_E8 + 2n);
    await this.setClock(0.8);
    await this.tick(ENTRY_E8 + 3n, { contested: true });
    await this.setClock(0.9);
    await this.tick(ENTRY_E8 + 4n, { knownForMs: 600 });
    await this.setClock(1);
    await this.tick(ENTRY_E8);
    await this.setClock(2);
    await this.tick(ENTRY_E8 + 1n);
    await this.drain("enter_due", () => undefined);
    await this.setClock(30);
    await this.tick(ENTRY_E8);
    await this.setClock(31);
    const recorder = await this.pool.connect();
    const payer = await this.pool.connect();
    await recorder.query("BEGIN");
    await this.tick(EXIT_E8, { by: recorder });
    await payer.query("BEGIN");
    const everybody = this.users.map((user) => user.available);
    const outside = everybody.map(() => "-1");
    if (await this.post("while settling", outside, everybody, 7n, payer)) {
      for (const { id } of this.users) this.model.deposit(id, 7n);
    }
    await this.setClock(33);
    const settling = this.drain("settle_due", (row) => this.settled(String(row.o_trade_id)));
    for (const client of [recorder, payer]) {
      await this.untilBlocked([settling]);
      await client.query("COMMIT");
      client.release();
    }
    await settling;
    await this.drain("settle_due", (row) => this.settled(String(row.o_trade_id)));
    if (this.model.positions.size > 0) this.found.add("options were not settled");
  }

  private settled(tradeId: string): void {
    try {
      this.model.settle(tradeId, ENTRY_E8, EXIT_E8);
    } catch {
      this.found.add("an option was settled twice");
    }
  }

  /** The model against the balances, and the verify command's checks. */
  private async compare(): Promise<void> {
    const { rows } = await this.pool.query<{ name: string; micro: string }>(
      `SELECT coalesce(owner_id || ' ', '') || kind AS name, sum(balance_micro) AS micro FROM ledger_account
       WHERE currency = 'USDT' GROUP BY owner_id, kind`,
    );
    const balances = new Map(rows.map(({ name, micro }) => [name, BigInt(micro)]));
    const { model } = this;
    const expected: [string, bigint][] = [
      ["external", model.outside],
      ["fees", model.fees],
      ["option_pool", model.pool],
      ...this.users.flatMap(({ id }): [string, bigint][] => [
        [`${id} available`, model.wallet(id).available],
        [`${id} held`, model.wallet(id).held],
      ]),
    ];
    for (const [name, micro] of expected) {
      if (balances.get(name) !== micro) this.found.add(`model: ${name.split(" ").at(-1)}`);
    }
    for (const { name, query } of ledgerChecks) {
      const wrong = await this.pool.query(`${query.text} LIMIT 1`, query.values as unknown[]);
      if (wrong.rows.length > 0) this.found.add(`check: ${name}`);
    }
  }
}
