import { may, type Permission, type StaffRights } from "@/lib/sessions/permission-rules";

/** What opens private files of a purpose to staff. What is not listed is for full administrators. */
const NEEDED_FOR: Record<string, Permission> = {
  // Part of a conversation, which only those who answer it read.
  "chat-image": "chat.answer",
  "deposit-proof": "proofs.read",
};

/** Whether somebody may see private files of that purpose as a member of staff. */
export function mayReadFileAsStaff(reader: StaffRights | null, purpose: string): boolean {
  return reader !== null && may(reader, NEEDED_FOR[purpose]);
}
