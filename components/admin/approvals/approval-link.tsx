"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** The way to what waits for a second person, in the queue of all that does. */
export function ApprovalLink({ id }: { id: string }) {
  const t = useTranslations("staff.secondPerson");
  return (
    <Link
      href={`/admin/approvals?approval=${id}`}
      className="underline underline-offset-2 hover:no-underline"
    >
      {t("open")}
    </Link>
  );
}

/** What came of a decision that was not done: where it waits for a colleague, with the way there. */
export function decisionProblem({
  message,
  waits,
}: {
  message: string | null;
  waits: string | null;
}): ReactNode {
  if (waits === null) return message;
  return (
    <>
      {message} <ApprovalLink id={waits} />
    </>
  );
}
