import type { CustomerService } from "@/lib/generated/prisma/client";
import type { ContactDto } from "./schema";

/** A contact row as the popup gets it. */
export function serializeContact(row: CustomerService): ContactDto {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    link: row.link,
    linkType: row.linkType,
    icon: row.icon,
    iconType: row.iconType,
    order: row.order,
  };
}
