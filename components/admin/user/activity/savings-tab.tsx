"use client";

import { UserRecords } from "@/components/admin/savings/records-list";
import type { UserTabProps } from "../tab-props";

/** A user's savings, read-only. */
export function SavingsTab({ user }: UserTabProps) {
  return <UserRecords userId={user.id} />;
}
