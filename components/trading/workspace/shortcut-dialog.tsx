"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/overlays/dialog";
import { setShortcutsOn, useShortcutsOn } from "@/components/ui/shortcuts";
import { Switch } from "@/components/ui/switch";

const GROUPS = {
  spot: ["buy", "sell", "amount", "chart", "lists", "help"],
  option: ["up", "down", "amount", "chart", "lists", "help"],
  chart: ["candles", "pan", "zoom", "oldest", "newest", "leave"],
  panels: ["ticketWidth", "listsHeight", "ends", "reset"],
} as const;

export interface ShortcutDialogProps {
  open: boolean;
  onClose: () => void;
  kind: "spot" | "option";
}

/** All keys of a trading page, and the switch for those that need no other key beside them. */
export function ShortcutDialog({ open, onClose, kind }: ShortcutDialogProps) {
  const t = useTranslations("workspace.shortcuts");
  const on = useShortcutsOn();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("text")}
    >
      <Switch label={t("on")} checked={on} onCheckedChange={setShortcutsOn} />
      {([kind, "chart", "panels"] as const).map((group) => (
        <section key={group} className="mt-4">
          <h3 className="font-semibold">{t(`groups.${group}`)}</h3>
          <dl>
            {GROUPS[group].map((name) => (
              <div
                key={name}
                className="flex items-baseline justify-between gap-4 border-line border-b py-2"
              >
                <dt>{t(`actions.${name}`)}</dt>
                <dd className="shrink-0">
                  <kbd className="rounded-field border border-control px-1.5 font-mono text-caption">
                    {t(`keys.${name}`)}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
