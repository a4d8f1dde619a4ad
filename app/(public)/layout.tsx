import type { ReactNode } from "react";
import { Segment } from "@/components/app/segment";

export default function PublicLayout({ children }: { children: ReactNode }) {
  return <Segment area="user">{children}</Segment>;
}
