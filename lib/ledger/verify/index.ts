import { hasPractised } from "@/lib/ledger/practice";
import { type Account, onAccount, Prisma, snapshotRead } from "@/lib/platform/db";
import { type LedgerCheck, ledgerChecks } from "./checks";
import { limitChecks } from "./limits";
import { orderChecks } from "./orders";
import { paymentChecks } from "./payments";
import { practiceChecks } from "./practice";
import { purposeChecks } from "./purposes";
import { spotChecks } from "./spot";
import { strategyChecks } from "./strategies";
import { termChecks } from "./terms";

export type CheckResult = {
  name: string;
  /** What the check says when it holds. */
  claim: string;
  differences: number;
  /** The first few offenders, as JSON text. */
  examples: string[];
};

export type VerifyReport = {
  ok: boolean;
  accounts: number;
  transfers: number;
  options: number;
  checks: CheckResult[];
  durationMs: number;
};

const MAX_EXAMPLES = 5;
const checksOf = (account: Account): LedgerCheck[] => [
  ...ledgerChecks,
  // There are none in practice: what goes another way than its own is found by its purpose.
  ...(account === "real" ? paymentChecks : []),
  ...spotChecks,
  ...orderChecks,
  ...strategyChecks,
  ...purposeChecks(account),
  ...termChecks,
  ...limitChecks,
  ...(account === "practice" ? practiceChecks : []),
];

/**
 * Recomputes the whole ledger from its transfers, in one snapshot, beside running work, and
 * compares it with every balance, option, deposit, withdrawal, change by staff, house transfer, conversion and
 * savings record, every other transfer with what it was for, and every settled option with the recorded ticks. The
 * practice side is held to the same, in a snapshot of its own. Reads only.
 */
export async function verifyLedger(): Promise<VerifyReport> {
  const real = await verifySide("real");
  if (!(await hasPractised())) return real;
  const practice = await onAccount("practice", () => verifySide("practice"));
  return {
    ok: real.ok && practice.ok,
    accounts: real.accounts + practice.accounts,
    transfers: real.transfers + practice.transfers,
    options: real.options + practice.options,
    checks: [
      ...real.checks,
      ...practice.checks.map((check) => ({ ...check, name: `practice: ${check.name}` })),
    ],
    durationMs: real.durationMs + practice.durationMs,
  };
}

function verifySide(account: Account): Promise<VerifyReport> {
  const started = performance.now();
  return snapshotRead(async (tx) => {
    await tx.$executeRaw`SET LOCAL work_mem = '64MB'`;
    const [counts] = await tx.$queryRaw<
      { accounts: bigint; transfers: bigint; options: bigint }[]
    >`SELECT (SELECT count(*) FROM ledger_account) AS accounts, (SELECT count(*) FROM ledger_transfer) AS transfers,
        (SELECT count(*) FROM trade WHERE type = 'option') AS options`;
    const checks: CheckResult[] = [];
    for (const { name, claim, query } of checksOf(account)) {
      const rows = await tx.$queryRaw<{ total: bigint; example: string }[]>(
        Prisma.sql`SELECT count(*) OVER () AS total, to_jsonb(wrong)::text AS example
          FROM (${query}) AS wrong LIMIT ${MAX_EXAMPLES}`,
      );
      const differences = Number(rows[0]?.total ?? 0);
      checks.push({ name, claim, differences, examples: rows.map((row) => row.example) });
    }
    return {
      ok: checks.every((check) => check.differences === 0),
      accounts: Number(counts?.accounts ?? 0),
      transfers: Number(counts?.transfers ?? 0),
      options: Number(counts?.options ?? 0),
      checks,
      durationMs: Math.round(performance.now() - started),
    };
  });
}

/** The report as text, one line a check. */
export function formatReport(report: VerifyReport): string {
  const lines = report.checks.flatMap((check) =>
    check.differences === 0
      ? [`  ok    ${check.name}: ${check.claim}`]
      : [
          `  WRONG ${check.name}: ${check.differences} differences (expected: ${check.claim})`,
          ...check.examples.map((example) => `          ${example}`),
        ],
  );
  const { accounts, transfers, options, durationMs } = report;
  return [
    `Ledger: ${accounts} accounts, ${transfers} transfers, ${options} options, read in ${durationMs} ms`,
    ...lines,
    report.ok ? "The ledger verifies." : "THE LEDGER DOES NOT VERIFY.",
  ].join("\n");
}
