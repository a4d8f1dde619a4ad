"use client";

import { ChevronRight, LogOut } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/text-link";
import { ColourModeSwitch, ThemeSwitch } from "@/components/ui/theme-switch";
import { signOut } from "@/lib/accounts/client";

const RECORDS = [
  { href: "/record", key: "record" },
  { href: "/transaction-history", key: "transactions" },
] as const;

const LEGAL = [
  { href: "/privacy-policy", key: "privacy" },
  { href: "/terms-conditions", key: "terms" },
  { href: "/about-us", key: "about" },
  { href: "/legality", key: "legality" },
  { href: "/whitepaper", key: "whitepaper" },
] as const;

export interface AccountDialogProps {
  username: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Who is signed in, how the site looks, records, legal texts and the way out. */
export function AccountDialog({ username, open, onOpenChange }: AccountDialogProps) {
  const t = useTranslations("app.account");
  const texts = useTranslations("ui.theme");
  const [leaving, setLeaving] = useState(false);
  const close = () => onOpenChange(false);
  return (
    <>
      <Dialog open={open} onOpenChange={onOpenChange} placement="sheet" title={username}>
        <div className="space-y-5">
          <Choice label={texts("label")}>
            <ThemeSwitch />
          </Choice>
          <Choice label={texts("colours")}>
            <ColourModeSwitch />
          </Choice>
          <nav aria-label={t("records")}>
            <ul>
              {RECORDS.map(({ href, key }) => (
                <li key={href} className="border-line border-b">
                  <Link
                    href={href}
                    onClick={close}
                    className="flex min-h-12 items-center justify-between rounded-chip hover:bg-surface-2"
                  >
                    {t(key)}
                    <ChevronRight aria-hidden="true" className="size-5 text-text-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <nav aria-label={t("legal")}>
            <ul className="flex flex-wrap gap-x-4">
              {LEGAL.map(({ href, key }) => (
                <li key={href}>
                  <TextLink href={href} look="quiet" onClick={close}>
                    {t(key)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
          <Button
            variant="outline"
            wide
            icon={<LogOut aria-hidden="true" />}
            onClick={() => {
              close();
              setLeaving(true);
            }}
          >
            {t("logOut")}
          </Button>
        </div>
      </Dialog>
      <LogOutDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}

/** A choice under its name; the choice itself carries the name for screen readers. */
function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <p aria-hidden="true" className="text-caption text-text-2">
        {label}
      </p>
      {children}
    </div>
  );
}

function LogOutDialog({ open, onOpenChange }: Omit<AccountDialogProps, "username">) {
  const t = useTranslations("app.account");
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await signOut();
    // A full load: nothing of the person may stay in the memory of the page.
    window.location.replace("/login");
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("logOutTitle")}
      description={t("logOutText")}
      confirmLabel={t("logOut")}
      confirmVariant="primary"
      pending={pending}
      onConfirm={() => void leave()}
    />
  );
}
