"use client";

import { useTranslations } from "next-intl";
import { TextLink } from "@/components/ui/text-link";

/** The way to what waits for a second person, in the queue of all that does. */
export function ApprovalLink({ id }: { id: string }) {
  const t = useTranslations("staff.secondPerson");
  return <TextLink href={`/admin/approvals?approval=${id}`}>{t("open")}</TextLink>;
}
