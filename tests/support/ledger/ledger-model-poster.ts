import { postTransfers } from "@/tests/support/ledger/posting";

// Run as a process of its own, to be killed: posts transfers of 1000 units from one user to another,
// four at a time, and prints each key after its acknowledgement.

const [from, to, prefix] = process.argv.slice(2);
if (!from || !to || !prefix) throw new Error("usage: ledger-model-poster <from> <to> <key prefix>");
const LANES = 4;

async function lane(number: number): Promise<never> {
  for (let i = 0; ; i++) {
    const key = `${prefix}${number}:${i}`;
    await postTransfers({
      kind: "crash",
      key,
      actorId: null,
      transfers: [
        {
          from: { user: from!, kind: "available", currency: "USDT" },
          to: { user: to!, kind: "available", currency: "USDT" },
          amountMicro: 1000n,
        },
      ],
    });
    process.stdout.write(`${key}\n`);
  }
}

void Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
