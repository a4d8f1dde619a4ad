"use client";

import { Keyboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ShortcutList } from "@/components/ui/shortcut-list";
import { useShortcuts, useShortcutsOn } from "@/components/ui/shortcuts";

/** A key as it stands on the keyboard; for eyes only, since `aria-keyshortcuts` says it too. */
export function KeyHint({ children }: { children: string }) {
  const on = useShortcutsOn();
  if (!on) return null;
  return (
    <span
      aria-hidden="true"
      className="hidden min-w-5 rounded-field border border-current px-1 text-center font-mono text-meta opacity-75 lg:inline-block"
    >
      {children}
    </span>
  );
}

const LISTS = {
  list: ["j", "k", "enter", "slash", "help"],
  review: ["j", "k", "a", "r", "send", "escape"],
  proof: ["plus", "minus", "zero", "left", "right", "full"],
} as const;

/** The button that tells the shortcuts of the queues, and turns them off. */
export function ShortcutHelp({ hasProof }: { hasProof: boolean }) {
  const t = useTranslations("staffDesk.shortcuts");
  const [open, setOpen] = useState(false);
  useShortcuts("page", { "?": () => setOpen(true) });
  const groups = hasProof ? (["list", "review", "proof"] as const) : (["list", "review"] as const);
  return (
    <>
      <Button
        variant="outline"
        className="max-lg:hidden"
        icon={<Keyboard aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("button")}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("title")} description={t("description")}>
        <ShortcutList
          onLabel={t("on")}
          groups={groups.map((group) => ({
            title: t(`groups.${group}`),
            rows: LISTS[group].map((name) => ({
              action: t(`actions.${group}.${name}`),
              keys: t(`keys.${name}`),
            })),
          }))}
        />
      </Dialog>
    </>
  );
}
