"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** The way to what waits for a second person, in the queue of all that does. */
function ApprovalLink({ id }: { id: string }) {
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

/** What the server says of something that waits for a colleague, with the way there: every screen says it so. */
export function Waiting({ id, children }: { id: string; children: ReactNode }) {
  return (
    <>
      {children} <ApprovalLink id={id} />
    </>
  );
}

/** What came of a decision that was not done: why, or where it waits for a colleague. */
export function decisionProblem({
  message,
  waits,
}: {
  message: string | null;
  waits: string | null;
}): ReactNode {
  return waits === null ? message : <Waiting id={waits}>{message}</Waiting>;
}
