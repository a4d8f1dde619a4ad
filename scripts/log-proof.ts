import { closeDatabase } from "@/lib/platform/db";
import { proveEntry } from "@/lib/transparency/proofs";

// `npm run log:proof -- <index>`: an entry of the public log, and behind it the text of its .tlog-proof.

async function main(): Promise<void> {
  const [index] = process.argv.slice(2);
  if (!/^\d{1,15}$/.test(index ?? "")) throw new Error("say which entry: npm run log:proof -- 42");
  const { entry, proof } = await proveEntry(Number(index));
  process.stdout.write(`${entry}\n\n${proof}`);
}

void main()
  .catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The entry could not be proved: ${reason}\n`);
    process.exitCode = 1;
  })
  .then(closeDatabase);
