import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { testDatabase } from "./database";

const holder = globalThis as { __owner?: PrismaClient };

/** Prisma as the owner of the test database, for rows that the application's login may not write by itself. */
export function asOwner(): PrismaClient {
  holder.__owner ??= new PrismaClient({
    adapter: new PrismaPg(
      {
        connectionString: testDatabase().ownerUrl,
        max: 4,
        idleTimeoutMillis: 1_000,
        allowExitOnIdle: true,
      },
      // A test may throw everybody out of its database.
      { onPoolError: () => undefined, onConnectionError: () => undefined },
    ),
  });
  return holder.__owner;
}
