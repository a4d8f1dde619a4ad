import type { ReactNode } from "react";

export interface SettingRowProps {
  title: string;
  /** How it stands now. */
  state: ReactNode;
  /** A pill beside the title. */
  pill?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** One setting: what it is, how it stands, and what can be done. */
export function SettingRow({ title, state, pill, children }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line py-3.5 not-last:border-b">
      <div className="min-w-[60%] flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          {pill}
        </h3>
        <div className="text-caption text-text-2 [overflow-wrap:anywhere]">{state}</div>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
