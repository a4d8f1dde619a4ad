import type { ReactNode } from "react";
import { InlineError } from "@/components/ui/display/inline-error";

/** What went wrong with the whole form, above its button: the server's answer. */
export function FormError({ children }: { children?: ReactNode }) {
  return <InlineError>{children}</InlineError>;
}
