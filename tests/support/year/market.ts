import { Client } from "pg";
import { testDatabase } from "@/tests/support/database";

const SPREAD_PPM = 200n;

/** One of the year's recorded prices, in 10^-8. */
export type Quote = { priceE8: bigint; bidE8: bigint; askE8: bigint };

/** A clock and a market that move as told, over one connection of the database's owner. */
export class YearMarket {
  private constructor(private readonly client: Client) {}

  /**
   * Replaces app_now() by a row of a table: moving it is an update, after which nothing has to be
   * planned again, as a new function body would make every statement be.
   */
  static async open(at: Date): Promise<YearMarket> {
    const client = new Client({ connectionString: testDatabase().ownerUrl });
    await client.connect();
    await client.query(`
      CREATE TABLE year_clock (at timestamptz NOT NULL) WITH (fillfactor = 10);
      INSERT INTO year_clock VALUES ('${at.toISOString()}');
      GRANT SELECT ON year_clock TO PUBLIC;
      CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
      AS 'SELECT at FROM year_clock'`);
    return new YearMarket(client);
  }

  async moveTo(ms: number): Promise<void> {
    await this.client.query("UPDATE year_clock SET at = $1", [new Date(ms)]);
  }

  /** Records a price in whole cents at a moment, and moves the clock there. */
  async tick(ms: number, cents: number): Promise<Quote> {
    const priceE8 = BigInt(cents) * 1_000_000n;
    const half = (priceE8 * SPREAD_PPM) / 2_000_000n;
    const quote = { priceE8, bidE8: priceE8 - half, askE8: priceE8 + half };
    await this.moveTo(ms);
    await this.client.query("SELECT record_tick($1, $2, $3, '[]', 3, false)", [
      String(quote.priceE8),
      String(quote.bidE8),
      String(quote.askE8),
    ]);
    return quote;
  }

  /** Runs statements as the owner. */
  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await (values.length > 0
      ? this.client.query(text, values)
      : this.client.query(text));
    return rows as Row[];
  }

  close(): Promise<void> {
    return this.client.end();
  }
}
