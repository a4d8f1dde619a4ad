import { DAY_MS } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { now } from "@/lib/platform/time";
import { defineJob } from "./define";

// The browser keeps orders of unknown outcome as long: lib/platform/client/doubts.ts.
const KEYS_LAST_MS = 7 * DAY_MS;
const TOKENS_LAST_MS = DAY_MS;

/** Removes what has served its time: idempotency keys, rate-limit counters, used links. */
export const cleanUpJob = defineJob({
  name: "clean-up",
  schedule: "45 3 * * *",
  handler: async () => {
    const at = now().getTime();
    await prisma.idempotencyRecord.deleteMany({
      where: { createdAt: { lt: new Date(at - KEYS_LAST_MS) } },
    });
    await prisma.rateLimit.deleteMany({ where: { expire: { lt: BigInt(at) } } });
    await prisma.accountToken.deleteMany({
      where: { expiresAt: { lt: new Date(at - TOKENS_LAST_MS) } },
    });
  },
});
