import { proveEntry } from "@/lib/transparency/proofs";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { readHead } from "@/lib/transparency/tree";
import { serveHelper } from "./children";
import { type Cost, costOf } from "./cost";

/** What the bench tells this process: to go on with the log, or to prove some of its entries. */
export type KeeperMessage = { do: "sequence" } | { do: "prove"; indexes: number[] };
export type Sequenced = { cost: Cost; size: number };
/** How long each took, in milliseconds, and the CPU of all. */
export type Proved = { ms: number[]; cost: Cost };

serveHelper<KeeperMessage>(async (message) => {
  if (message.do === "sequence") {
    const { cost } = await costOf(sequenceOnce);
    return { cost, size: (await readHead())?.size ?? 0 } satisfies Sequenced;
  }
  const { value, cost } = await costOf(async () => {
    const ms: number[] = [];
    for (const index of message.indexes) {
      const startedAt = performance.now();
      // It throws where what is kept does not lead to the root.
      await proveEntry(index);
      ms.push(performance.now() - startedAt);
    }
    return ms;
  });
  return { ms: value, cost } satisfies Proved;
});
