import type { ReactNode } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";

export interface RiskNoteProps {
  /** The id of its title. */
  id: string;
  title: string;
  /** What can be lost. */
  line: string;
  /** What the product is; left out in a workspace, where the whole ticket has to be in sight. */
  intro: string;
  /** A way on. */
  children?: ReactNode;
}

/** What a ticket's product can cost, under the ticket. */
export function RiskNote({ id, title, line, intro, children }: RiskNoteProps) {
  return (
    <Card
      aria-labelledby={id}
      className="desk:px-4 desk:py-2 desk:text-caption desk:[&>:first-child]:sr-only"
    >
      <SectionTitle id={id}>{title}</SectionTitle>
      <p>{line}</p>
      <p className="mt-2 text-text-2 desk:hidden">{intro}</p>
      {children}
    </Card>
  );
}
