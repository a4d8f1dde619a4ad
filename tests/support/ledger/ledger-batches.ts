import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { TestDatabase } from "../database";
import { LedgerHistory, type User } from "./ledger-history";

/** Offered for 30 s by the settings' defaults. */
const RATE_PPM = 800_000;
const STAKE = 1_000_000n;
const COLLATERAL = 800_000n;
/** More than all that whoever can't see them counts on: 15 largest options. */
const MANY = 20;
const SINGLES = 21;
const CAP = 30_000_000n;

/** Options opened in batches, beside others that are not committed. */
export class LedgerBatches extends LedgerHistory {
  /** Lets users open options of up to the stake here, at the terms of the site. */
  protected static async allowBatches(database: TestDatabase): Promise<void> {
    await database.query(`
      INSERT INTO risk_acceptance (user_id, product, version) SELECT u.id, 'option', s.risk_version FROM app_user u, site_rule s;
      UPDATE site_rule SET option_max_micro = ${STAKE}`);
  }

  /** A batch, with one option for each of these users in turn. */
  private async openTogether(users: User[], capMicro: bigint, by?: PoolClient): Promise<void> {
    const requests = users.map(({ id }, place) => ({
      ...{ place, key: randomUUID(), hash: `\\x${"aa".repeat(32)}`, user: id, direction: "up" },
      ...{ amount: `${STAKE}`, duration: 30, rate: RATE_PPM, min: 1, max: `${STAKE}`, sources: 1 },
      cap_direction: `${capMicro}`,
    }));
    const rows = await this.call(
      "SELECT o_place AS place, o_trade_id AS trade FROM open_user_options($1)",
      [JSON.stringify(requests)],
      by,
    );
    for (const { place, trade } of rows ?? []) {
      this.opened(String(trade), (users[Number(place)] as User).id);
    }
  }

  private opened(trade: string, user: string): void {
    this.model.open(trade, { user, direction: "up", stake: STAKE }, BigInt(RATE_PPM));
  }

  /** Single ones in one transaction, as far from the cap as they have to be. */
  private async openSingly({ id }: User, capMicro: bigint, by: PoolClient): Promise<void> {
    const rows = await this.call(
      `SELECT (open_option(uuid_v7()::text, sha256('x'), $1, 'up', ${STAKE}, 30, ${RATE_PPM}, 1, ${STAKE}, NULL, 1, NULL, $2)).o_trade_id AS trade
       FROM generate_series(1, ${SINGLES})`,
      [id, capMicro.toString()],
      by,
    );
    for (const { trade } of rows ?? []) this.opened(String(trade), id);
  }

  private async exposure(): Promise<bigint> {
    const { rows } = await this.pool.query("SELECT sum(up_micro) AS up FROM option_exposure");
    return BigInt(rows[0].up);
  }

  /** Connections that prefer different shards of the pool. */
  private async connectTwo(): Promise<[PoolClient, PoolClient]> {
    const shardOf = async (client: PoolClient) =>
      (await client.query("SELECT pg_backend_pid() % 16 AS shard")).rows[0].shard;
    const first = await this.pool.connect();
    const shard = await shardOf(first);
    const passed: PoolClient[] = [];
    let second = await this.pool.connect();
    while ((await shardOf(second)) === shard) {
      passed.push(second);
      second = await this.pool.connect();
    }
    for (const client of passed) client.release();
    return [first, second];
  }

  protected async together(): Promise<void> {
    const [first, second] = await this.connectTwo();
    try {
      await this.besideLocked(first, second);
      await this.besideUncommitted(first, second);
    } finally {
      first.release();
      second.release();
    }
  }

  /** A batch while another transaction holds one of its users. */
  private async besideLocked(first: PoolClient, second: PoolClient): Promise<void> {
    await first.query("BEGIN");
    await first.query("SELECT FROM ledger_account WHERE id = $1 FOR UPDATE", [
      this.users[0]?.available,
    ]);
    await this.openTogether(this.users, CAP * 1000n, second);
    await first.query("COMMIT");
  }

  /** A large batch that nobody can see yet, then one that has no room below the cap. */
  private async besideUncommitted(first: PoolClient, second: PoolClient): Promise<void> {
    const [single, ...others] = this.users as [User, ...User[]];
    const capMicro = (await this.exposure()) + CAP;
    const many = Array.from({ length: MANY }, (_, n) => others[n % others.length] as User);
    await first.query("BEGIN");
    await this.openTogether(many, capMicro, first);
    await this.openSingly(single, capMicro, second);
    await first.query("COMMIT");
    const open = await this.exposure();
    await this.openTogether(others, open + COLLATERAL - 1n, second);
    if (open > capMicro || (await this.exposure()) > open) this.found.add("a cap was exceeded");
  }
}
