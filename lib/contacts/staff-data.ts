import type { CustomerService } from "@/lib/generated/prisma/client";
import { type Db, prisma } from "@/lib/platform/db";
import { sha256 } from "@/lib/platform/security/hash";
import { serializeContact } from "./serializers";
import type { AdminContactDto, AdminContactList } from "./staff-schema";

/** Most contacts of a site. */
export const MAX_CONTACTS = 100;

/** All contacts in their order, switched-off ones too. */
export function allContacts(db: Db = prisma): Promise<CustomerService[]> {
  return db.customerService.findMany({
    orderBy: [{ order: "asc" }, { id: "asc" }],
    take: MAX_CONTACTS,
  });
}

/** A contact row as staff get it. */
export function serializeAdminContact(row: CustomerService): AdminContactDto {
  return {
    ...serializeContact(row),
    // Staff edit the words as they are stored.
    title: row.title,
    description: row.description,
    isActive: row.isActive,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The list for staff, with what stands for its order. */
export function serializeAdminList(rows: CustomerService[]): AdminContactList {
  return { services: rows.map(serializeAdminContact), version: versionOf(rows) };
}

/** Stands for which contacts there are and in which order: the same for as long as neither changes. */
export function versionOf(rows: CustomerService[]): string {
  const order = rows.map(({ id }) => id).join(",");
  return sha256(order).toString("hex").slice(0, 16);
}
