import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { postTransfers } from "@/tests/support/ledger/posting";

// Run as a process of its own, to be killed: posts transfers of 1000 units from one user to another,
// four at a time, and prints each key after its acknowledgement.

const [from, to, prefix] = process.argv.slice(2);
if (!from || !to || !prefix) throw new Error("usage: ledger-model-poster <from> <to> <key prefix>");
const LANES = 4;
const owner = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: LANES }),
});

async function lane(number: number): Promise<never> {
  for (let i = 0; ; i++) {
    const key = `${prefix}${number}:${i}`;
    const transfer = {
      from: { user: from!, kind: "available", currency: "USDT" },
      to: { user: to!, kind: "available", currency: "USDT" },
      amountMicro: 1000n,
    } as const;
    await postTransfers({ kind: "crash", key, actorId: null, transfers: [transfer] }, owner);
    process.stdout.write(`${key}\n`);
  }
}

void Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
