import { join } from "node:path";
import { runSqlFile } from "../../scripts/lib/sql-file";
import { buildHelper } from "../support/children";
import { openDatabase } from "../support/database";
import type { Published, PublisherMessage } from "../support/liabilities-publisher";
import { limited, type PartResult } from "../support/measure";

export type LiabilitiesOptions = { accounts: number };

/**
 * How long it takes to publish what all customers are owed, from reading the balances to the entry of both trees: the
 * files are written where uploads live. In a process of its own, built as the site is.
 */
export async function benchLiabilities({ accounts }: LiabilitiesOptions): Promise<PartResult> {
  const database = await openDatabase();
  try {
    const { owner, env } = database;
    const startedAt = performance.now();
    await runSqlFile(owner, join(__dirname, "../support/accounts.sql"), { users: accounts });
    const seedSeconds = Math.round((performance.now() - startedAt) / 1000);
    const publisher = (await buildHelper("support/liabilities-publisher.ts"))(env);
    try {
      const tell = <Answer>(message: PublisherMessage) => publisher.ask<Answer>(message);
      await tell({ do: "begin" });
      const { run, cost } = await tell<Published>({ do: "publish" });
      const { rows } = await owner.query<{ currency: string; leaves: number; accounts: number }>(
        `SELECT t.currency, t.leaves, s.accounts FROM liability_tree t JOIN liability_snapshot s USING (run_id)
         WHERE t.run_id = $1`,
        [run],
      );
      const isAll = rows.length === 2 && rows.every((tree) => tree.accounts === accounts);
      const name = `liabilities of ${accounts} accounts, published`;
      return {
        measures: [
          limited(name, cost.seconds, "s", 60),
          { name: `${name}, CPU of the process`, value: cost.cpuSeconds, unit: "s" },
          limited(`${name}, peak memory`, cost.peakMb, "MB", 1_000),
        ],
        details: { seedSeconds, cost, trees: rows },
        failures: isAll ? [] : ["liabilities: a tree lacks accounts"],
      };
    } finally {
      await publisher.stop();
    }
  } finally {
    await database.close();
  }
}
