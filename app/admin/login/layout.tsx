import type { ReactNode } from "react";
import { Segment } from "@/components/app/segment";

export default function AdminLoginLayout({ children }: { children: ReactNode }) {
  return <Segment area="admin">{children}</Segment>;
}
