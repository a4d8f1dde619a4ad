import { prisma } from "@/lib/platform/db";

/** Whether the database answers. */
export async function isDatabaseUp(): Promise<boolean> {
  return prisma.$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}
