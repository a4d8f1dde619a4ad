"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { LeaveQuestion } from "./leave-question";

export interface UnsavedBarProps {
  /** How much is unsaved; 0 hides the bar. */
  count: number;
  saveLabel: string;
  pending: boolean;
  /** What went wrong with the last attempt. */
  error?: ReactNode;
  onSave: () => void;
  onDiscard: () => void;
}

/** Says at the foot of a page that something is unsaved, and asks before it would get lost. */
export function UnsavedBar(props: UnsavedBarProps) {
  const t = useTranslations("staff.unsaved");
  const { count, saveLabel, pending, error, onSave, onDiscard } = props;
  return (
    <>
      <div className="sticky bottom-0 z-10 -mx-4 lg:-mx-6">
        {count > 0 ? (
          <div
            data-unsaved=""
            className="space-y-2 border-line border-t bg-surface px-4 py-3 lg:px-6"
          >
            <InlineError>{error}</InlineError>
            <div className="flex flex-wrap items-center justify-end gap-3">
              <p role="status" className="mr-auto">
                {t("count", { count })}
              </p>
              <Button variant="outline" onClick={() => !pending && onDiscard()}>
                {t("discard")}
              </Button>
              <Button pending={pending} reservesWidth onClick={onSave}>
                {saveLabel}
              </Button>
            </div>
          </div>
        ) : null}
      </div>
      <LeaveQuestion isUnsaved={count > 0} onDiscard={onDiscard} />
    </>
  );
}
