"use client";

import { type ReactNode, useRef } from "react";
import { CopyButton } from "@/components/ui/copy-button";

export interface CopyableProps {
  text: string;
  /** What the button says: "Copy user ID". */
  label: string;
}

/** A text in a row of details, with the button that copies it. */
export function Copyable({ text, label }: CopyableProps) {
  const shown = useRef<HTMLSpanElement>(null);
  return (
    <span className="inline-flex items-center gap-1">
      <span ref={shown} className="break-all">
        {text}
      </span>
      <span className="-my-2.5 -mr-3">
        <CopyButton text={text} textRef={shown} label={label} compact />
      </span>
    </span>
  );
}

/** A number under its name, with the button that copies it at the end of the line. */
export function CopyableNumber({ name, text, label }: CopyableProps & { name: ReactNode }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <div className="flex items-center justify-between gap-2 text-text-2">
      <p className="min-w-0">
        {name}
        <code
          ref={shown}
          translate="no"
          className="block break-all font-mono text-caption text-text"
        >
          {text}
        </code>
      </p>
      <CopyButton text={text} textRef={shown} label={label} compact />
    </div>
  );
}
