import { prisma } from "@/lib/platform/db";
import { openSession } from "@/lib/sessions/mutations";
import { seed } from "@/prisma/seed";
import { askFor, type StaffRead, sampleFor, staffReads } from "@/tests/support/staff-reads";
import { serveHelper } from "./children";

/** What the bench tells this process: it belongs to one database. */
export type ReaderMessage =
  | { do: "seed" }
  | { do: "prepare" }
  /** Answers how long the read took, with its next page. */
  | { do: "read"; name: string };
export type PreparedReads = { names: string[]; skipped: string[] };

let token = "";
let reads: Map<string, StaffRead>;

async function prepare(): Promise<PreparedReads> {
  const admin = await prisma.user.findFirstOrThrow({ where: { isAdmin: true } });
  token = await openSession(prisma, { userId: admin.id, ip: "192.0.2.1", userAgent: "bench" });
  const samples = await sampleFor({ query: (text) => prisma.$queryRawUnsafe(text) });
  const found = await staffReads(samples);
  reads = new Map(found.reads.map((read) => [read.name, read]));
  return { names: [...reads.keys()], skipped: found.skipped };
}

serveHelper<ReaderMessage>(async (message) => {
  if (message.do === "seed") return seed();
  if (message.do === "prepare") return prepare();
  const read = reads.get(message.name);
  if (!read) throw new Error(`No such read: ${message.name}`);
  const startedAt = performance.now();
  await askFor(read, token);
  return { ms: performance.now() - startedAt };
});
