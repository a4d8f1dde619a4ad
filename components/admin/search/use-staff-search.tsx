"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { StaffRights } from "@/lib/sessions/permission-rules";

const SearchDialog = lazyDialog(() =>
  import("./search-dialog").then((module) => module.SearchDialog),
);

/** The search over everything: its buttons, and the dialog that they and Ctrl + K open. */
export function useStaffSearch(rights: StaffRights) {
  const t = useTranslations("staff.search");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isMeant || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const props = {
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": "Control+K",
    onClick: () => setOpen(true),
  } as const;
  return {
    buttons: {
      long: (
        <button
          type="button"
          className="flex min-h-target items-center gap-2.5 rounded-chip border border-control px-3 text-body text-text-2 hover:bg-surface-2"
          {...props}
        >
          <Search aria-hidden="true" className="size-4.5 shrink-0" />
          <span className="flex-1 text-left">{t("open")}</span>
          <span aria-hidden="true" className="font-mono text-meta">
            {t("keys")}
          </span>
        </button>
      ),
      short: (
        <IconButton label={t("open")} {...props}>
          <Search aria-hidden="true" />
        </IconButton>
      ),
    },
    dialog: <SearchDialog open={isOpen} onOpenChange={setOpen} rights={rights} />,
  };
}
