import { randomUUID } from "node:crypto";
import { Pool, type PoolClient } from "pg";
import type { TestDatabase } from "../database";
import { LedgerModel } from "./ledger-model";

const CONNECTIONS = 12;
const STEPS = 14;
const RATE_PPM = 823_457n;
const REFUSALS = new Set(["INSUFFICIENT_BALANCE", "HOUSE_LIMIT"]);

export type User = { id: string; available: string };

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Clients of the ledger's SQL functions in one database. What acknowledged calls must have come to goes
 * to the plain model; an error that is no refusal, a deadlock among them, is a finding.
 */
export class LedgerHistory {
  protected readonly found = new Set<string>();
  protected readonly model = new LedgerModel();
  protected readonly pool: Pool;
  protected users: User[] = [];
  private number = 0;

  constructor(protected readonly database: TestDatabase) {
    this.pool = new Pool({
      connectionString: database.ownerUrl,
      max: CONNECTIONS,
      options: "-c deadlock_timeout=20ms",
    });
    // The pool ends before its sockets have closed, and dropping the database then cuts an idle one
    // off. What happens to a query is an error of its call.
    this.pool.on("error", () => undefined);
  }

  /** A call's rows, or null when it was refused. Any other error is a finding. */
  protected async call(text: string, values: unknown[], by?: PoolClient) {
    try {
      return (await (by ?? this.pool).query(text, values)).rows as Record<string, unknown>[];
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code !== "XA001" || !REFUSALS.has(message)) {
        this.found.add(code === "40P01" ? "deadlock" : `error: ${message.replace(/\d+/g, "n")}`);
      }
      return null;
    }
  }

  /** One client that waits for its own answers. The same seed does the same. */
  protected async live(seed: number): Promise<void> {
    const random = randomFrom(seed);
    const someone = () => this.users[Math.floor(random() * this.users.length)] as User;
    for (let i = 0; i < STEPS; i++) {
      const amount = BigInt(1 + Math.floor(random() * 20_000_000));
      const action = i % 7;
      if (action === 0) await this.withdraw(someone(), amount, Math.floor(random() * 3));
      else if (action === 1) await this.repeat(someone(), amount);
      else if (action <= 3) await this.open(someone(), amount, random() < 0.5 ? "up" : "down");
      else await this.move(this.shuffled(random).slice(action === 4 ? 2 : 0), amount);
    }
  }

  private shuffled(random: () => number): User[] {
    const rank = new Map(this.users.map((user) => [user, random()]));
    return this.users.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  }

  protected post(
    key: string,
    debits: string[],
    credits: string[],
    amount: bigint,
    by?: PoolClient,
  ) {
    return this.call(
      `SELECT ledger_post('test', $1, sha256($2::text::bytea), NULL, $3::bigint[], $4::bigint[],
        array_fill($2::bigint, ARRAY[cardinality($3::bigint[])])) AS posted`,
      [key, amount.toString(), debits, credits],
      by,
    );
  }

  /** One event: from the first user to the second, from the third to the fourth. */
  protected async move(users: User[], amount: bigint): Promise<void> {
    const from = users.filter((_, i) => i % 2 === 0);
    const to = users.filter((_, i) => i % 2 === 1);
    const ends = (side: User[]) => side.map((user) => user.available);
    if (!(await this.post(randomUUID(), ends(from), ends(to), amount))) return;
    from.forEach(({ id }, i) => {
      this.model.transfer(id, (to[i] as User).id, amount);
    });
  }

  /** The same deposit, of one transfer or of two, three times at once, then the same key for another input. */
  private async repeat({ id, available }: User, amount: bigint): Promise<void> {
    const key = `repeat:${this.number++}`;
    const transfers = 1 + (this.number % 2);
    const debits = Array.from({ length: transfers }, () => "-1");
    const credits = debits.map(() => available);
    const answers = await Promise.all([1, 2, 3].map(() => this.post(key, debits, credits, amount)));
    const posted = answers.filter((rows) => rows?.[0]?.posted === true).length;
    if (posted !== 1) this.found.add("a repeated key posted other than once");
    this.model.deposit(id, amount * BigInt(transfers));
    const other = await this.pool
      .query(
        `SELECT ledger_post('test', $1, sha256('other'), NULL, $2::bigint[], $3::bigint[],
        array_fill(1::bigint, ARRAY[cardinality($2::bigint[])]))`,
        [key, debits, credits],
      )
      .catch((error: Error) => error.message);
    if (other !== "IDEMPOTENCY_CONFLICT") this.found.add("a key was taken for another input");
  }

  protected async withdraw({ id }: User, amount: bigint, end: number): Promise<void> {
    const withdrawal = randomUUID();
    const step = (name: string, fee = "") =>
      this.call(
        `SELECT ${name}($1::text || '${name}', sha256('x'), NULL, $2::uuid, $3::bigint${fee}, $1::uuid)`,
        [withdrawal, id, amount.toString()],
      );
    if (!(await step("ledger_hold"))) return;
    this.model.hold(id, amount);
    if (end === 0) {
      await step("ledger_release");
      this.model.release(id, amount);
    } else if (end === 1) {
      const fee = amount / 10n;
      await step("ledger_settle_hold", `, ${fee}`);
      this.model.payOut(id, amount, fee);
    } else {
      await this.call(
        `INSERT INTO withdrawal (id, user_id, currency, network, address, amount_micro)
         VALUES ($1, $2, 'USDT', 'TRC20', 'T', $3)`,
        [withdrawal, id, amount.toString()],
      );
    }
  }

  protected async open({ id }: User, stake: bigint, direction: "up" | "down"): Promise<void> {
    const rows = await this.call(
      `SELECT * FROM open_option($1, sha256('x'), $2, $3, $4, 30, ${RATE_PPM}, 1, 1000000000, NULL, 1, NULL, NULL)`,
      [randomUUID(), id, direction, stake.toString()],
    );
    const tradeId = rows?.[0]?.o_trade_id;
    if (tradeId) this.model.open(String(tradeId), { user: id, direction, stake }, RATE_PPM);
  }
}
