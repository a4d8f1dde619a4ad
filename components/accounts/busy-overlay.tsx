import { LoaderCircle } from "lucide-react";

/** Covers the page while a form is being sent, so that nothing else is pressed. */
export function BusyOverlay({ label }: { label: string | null }) {
  return (
    <div role="status" className="contents">
      {label === null ? null : (
        <div className="fixed inset-0 z-30 flex animate-appear items-center justify-center bg-bg/80 p-4">
          <div className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-8 py-6 shadow-popup">
            <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-gold-text" />
            <p className="font-medium">{label}</p>
          </div>
        </div>
      )}
    </div>
  );
}
