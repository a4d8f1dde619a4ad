import { prisma } from "@/lib/platform/db";
import type { ContactDto } from "./schema";
import { serializeContact } from "./serializers";

/** The active contacts, in the order that staff gave them. */
export async function listContacts(): Promise<ContactDto[]> {
  const rows = await prisma.customerService.findMany({
    where: { isActive: true },
    orderBy: [{ order: "asc" }, { id: "asc" }],
    take: 100,
  });
  return rows.map(serializeContact);
}
