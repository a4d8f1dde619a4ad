import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "@/lib/platform/client/words";

/** An error that stays on the page. The live region exists from the start, so that its later text is announced. */
export function InlineError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert">
      {children ? (
        <p className="flex items-start gap-2 rounded-control bg-down-soft p-3 text-down">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          <span className="min-w-0">
            {typeof children === "string" ? words(children) : children}
          </span>
        </p>
      ) : null}
    </div>
  );
}
