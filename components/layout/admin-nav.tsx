"use client";

import { Menu } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/overlays/dialog";
import { IconButton } from "../ui/icon-button";
import { type NavItem, NavLink } from "./nav-link";

export interface AdminNavGroup {
  /** Heading of the group; without one the items stand alone. */
  label?: string;
  items: NavItem[];
}

/** The grouped links of the staff panel. */
export function AdminNav({
  groups,
  onNavigate,
}: {
  groups: AdminNavGroup[];
  onNavigate?: () => void;
}) {
  const t = useTranslations("ui.shell");
  return (
    <nav aria-label={t("adminNavigation")} className="space-y-4">
      {groups.map((group) => (
        <div key={group.label ?? group.items[0]?.href}>
          {group.label ? (
            <p className="px-3 pb-1 font-medium text-meta text-text-2">{group.label}</p>
          ) : null}
          <ul aria-label={group.label}>
            {group.items.map((item) => (
              <li key={item.href}>
                <NavLink
                  item={item}
                  onClick={onNavigate}
                  className="flex min-h-target items-center gap-2.5 rounded-chip px-3 text-body text-text-2 hover:bg-surface-2 hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:bg-gold-soft aria-[current=page]:font-semibold aria-[current=page]:text-gold-text [&_svg]:size-4.5 [&_svg]:shrink-0"
                >
                  {item.icon}
                  <span className="min-w-0 flex-1">{item.label}</span>
                  {item.count ? (
                    <>
                      <span
                        aria-hidden="true"
                        className="font-semibold text-caption text-gold-text"
                      >
                        {item.count}
                      </span>
                      <span className="sr-only">, {t("pending", { count: item.count })}</span>
                    </>
                  ) : null}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The same links behind a menu button, for windows under 1024 px. */
export function AdminMenu({
  groups,
  footer,
}: {
  groups: AdminNavGroup[];
  footer?: React.ReactNode;
}) {
  const t = useTranslations("ui.shell");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t("menu")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={t("menu")} placement="side">
        <AdminNav groups={groups} onNavigate={() => setOpen(false)} />
        {footer}
      </Dialog>
    </>
  );
}
