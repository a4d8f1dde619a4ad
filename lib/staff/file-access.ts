import type { Access } from "@/lib/platform/http";
import { permits } from "@/lib/sessions/access";
import type { StaffArea } from "@/lib/sessions/staff-areas";

/** The area whose staff may see private files of a purpose. What is not listed is for full administrators. */
const AREA_OF_PURPOSE: Record<string, { area: StaffArea; access: Access }> = {
  // Part of a conversation, which only those who answer it read.
  "chat-image": { area: "support", access: "write" },
  "deposit-proof": { area: "finance", access: "read" },
};

type Reader = { isAdmin: boolean; permissions: readonly string[] };

/** Whether somebody may see private files of that purpose as a member of staff. */
export function mayReadFileAsStaff(reader: Reader | null, purpose: string): boolean {
  if (!reader?.isAdmin) return false;
  const rule = AREA_OF_PURPOSE[purpose];
  return permits(reader.permissions, rule?.area, rule?.access ?? "write");
}
