import type { CustomerService } from "@/lib/generated/prisma/client";
import { firstWords } from "@/lib/platform/text/first-words";
import type { ContactDto } from "./schema";

/** A contact row as the popup gets it. */
export function serializeContact(row: CustomerService): ContactDto {
  return {
    _id: row.id,
    title: firstWords(row.title),
    description: firstWords(row.description),
    link: row.link,
    linkType: row.linkType,
    icon: row.icon,
    iconType: row.iconType,
    order: row.order,
  };
}
