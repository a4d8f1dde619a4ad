import { closeDatabase } from "@/lib/platform/db";
import { closeBoss } from "@/lib/platform/jobs/boss";
import { removeTwoFactorByOperator } from "@/lib/staff/two-factor-removal";

// `npm run two-factor:off -- <username>`: for whoever lost their authenticator and has no administrator to ask.

const CLOSE_MS = 5_000;

async function main(): Promise<void> {
  const [username] = process.argv.slice(2);
  if (!username) throw new Error("Say whose: npm run two-factor:off -- <username>");
  await removeTwoFactorByOperator(username);
  process.stdout.write(`Two-factor of ${username} is off. They log in with their password.\n`);
}

void main()
  .catch((error: unknown) => {
    process.stderr.write(
      `Two-factor could not be turned off: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  })
  .then(async () => {
    // Queueing the mails opened it.
    await closeBoss(CLOSE_MS);
    await closeDatabase();
  });
