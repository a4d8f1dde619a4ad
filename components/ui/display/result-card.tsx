"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Card } from "./card";

export interface ResultCardProps {
  title: ReactNode;
  text?: ReactNode;
  children: ReactNode;
}

/** What came of an action; takes the focus, as what it was asked from is gone. */
export function ResultCard({ title, text, children }: ResultCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card padding="wide" className="space-y-4">
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-sheet">
        {title}
      </h2>
      {text ? <p className="text-text-2">{text}</p> : null}
      {children}
    </Card>
  );
}
