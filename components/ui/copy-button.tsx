"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button, type ButtonProps } from "./button";
import { IconButton } from "./icon-button";

const SHOWN_MS = 2000;

export interface CopyButtonProps {
  /** The text that is copied. */
  text: string;
  /** What the button says: "Copy address". */
  label: string;
  /** The element that shows the text; selected when the clipboard refuses. */
  textRef: RefObject<HTMLElement | null>;
  /** Only an icon: for rows. */
  compact?: boolean;
  variant?: ButtonProps["variant"];
  wide?: boolean;
}

function selectText(element: HTMLElement | null | undefined): void {
  const selection = window.getSelection();
  if (!element || !selection) return;
  const range = document.createRange();
  range.selectNodeContents(element);
  selection.removeAllRanges();
  selection.addRange(range);
}

/** Copies a text and answers on the button itself. When the clipboard refuses, it selects the text and says how to copy it. */
export function CopyButton({
  text,
  label,
  textRef,
  compact = false,
  variant = "primary",
  wide = false,
}: CopyButtonProps) {
  const t = useTranslations("ui");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    clearTimeout(timer.current);
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      timer.current = setTimeout(() => setState("idle"), SHOWN_MS);
    } catch {
      selectText(textRef.current);
      setState("failed");
    }
  };

  const copied = state === "copied";
  const Icon = copied ? Check : Copy;
  const message = { idle: "", copied: t("copied"), failed: t("pressAndHold") }[state];
  return (
    <>
      {compact ? (
        <IconButton label={copied ? t("copied") : label} onClick={() => void copy()}>
          <Icon aria-hidden="true" />
        </IconButton>
      ) : (
        <Button
          variant={variant}
          wide={wide}
          icon={<Icon aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {copied ? t("copied") : label}
        </Button>
      )}
      <span
        role="status"
        className={state === "failed" ? "block text-caption text-warn" : "sr-only"}
      >
        {message}
      </span>
    </>
  );
}
