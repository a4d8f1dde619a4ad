"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ShortcutList } from "@/components/ui/shortcut-list";

const GROUPS = {
  spot: ["buy", "sell", "amount", "chart", "lists", "help"],
  option: ["up", "down", "amount", "chart", "lists", "help"],
  market: ["chart", "lists", "help"],
  chart: ["candles", "pan", "zoom", "oldest", "newest", "leave"],
  panels: ["ticketWidth", "listsHeight", "ends", "reset"],
  marketPanels: ["sideWidth", "listsHeight", "ends", "reset"],
} as const;

export interface ShortcutDialogProps {
  open: boolean;
  onClose: () => void;
  kind: "spot" | "option" | "market";
}

/** All keys of a trading page, and the switch for those that need no other key beside them. */
export function ShortcutDialog({ open, onClose, kind }: ShortcutDialogProps) {
  const t = useTranslations("workspace.shortcuts");
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("title")}
      description={t("text")}
    >
      <ShortcutList
        onLabel={t("on")}
        groups={([kind, "chart", kind === "market" ? "marketPanels" : "panels"] as const).map(
          (group) => ({
            title: t(`groups.${group}`),
            rows: GROUPS[group].map((name) => ({
              action: t(`actions.${name}`),
              keys: t(`keys.${name}`),
            })),
          }),
        )}
      />
    </Dialog>
  );
}
