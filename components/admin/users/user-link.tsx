"use client";

import { TextLink } from "@/components/ui/text-link";
import { useMay } from "../panel/staff-rights";

export interface UserLinkProps {
  user: { id: string; username: string };
  /** Which part of their page. Default: the first. */
  tab?: string;
}

/** A user's name, which leads to their page for staff who may open it. */
export function UserLink({ user: { id, username }, tab }: UserLinkProps) {
  if (!useMay("users.read")) return username;
  return <TextLink href={`/admin/users/${id}${tab ? `?tab=${tab}` : ""}`}>{username}</TextLink>;
}
