"use client";

import { Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useShortcuts } from "@/components/ui/shortcuts";

const ShortcutDialog = lazyDialog(() =>
  import("./shortcut-dialog").then((module) => module.ShortcutDialog),
);

const AMOUNT = "input[inputmode='decimal']";
const CHART = "figure [role='group']";
const FIRST = "button, a[href], [tabindex='0']";

export interface WorkspaceKeysProps {
  kind: "spot" | "option" | "market";
  page: RefObject<HTMLElement | null>;
  ticket: RefObject<HTMLElement | null>;
  lists: RefObject<HTMLElement | null>;
  /** What single keys of this page alone do. */
  keys: Record<string, () => void>;
}

/** The keys of a trading page: they move the focus and never send an order. The button lists them. */
export function WorkspaceKeys({ kind, page, ticket, lists, keys }: WorkspaceKeysProps) {
  const t = useTranslations("workspace.shortcuts");
  const [isOpen, setOpen] = useState(false);
  const focus = (within: RefObject<HTMLElement | null>, selector: string) => () =>
    within.current?.querySelector<HTMLElement>(selector)?.focus();
  useShortcuts("page", {
    ...keys,
    a: focus(ticket, AMOUNT),
    c: focus(page, CHART),
    o: focus(lists, FIRST),
    "?": () => setOpen(true),
  });
  return (
    <>
      <IconButton
        label={t("title")}
        aria-keyshortcuts="?"
        className="hidden! desk:inline-flex!"
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden="true" />
      </IconButton>
      <ShortcutDialog open={isOpen} onClose={() => setOpen(false)} kind={kind} />
    </>
  );
}
