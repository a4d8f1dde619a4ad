"use client";

import { useTranslations } from "next-intl";
import { QueryState } from "@/components/ui/display/query-state";
import { useSecurity } from "@/lib/security/client";
import { AddressBook } from "./address-book";
import { Emergency } from "./emergency";
import { SignInHistory, SupportActions } from "./histories";
import { Passkeys } from "./passkeys";
import { Protection } from "./protection";
import { Sessions } from "./sessions";

/** Everything that protects the account, and what happened to it. */
export function SecurityView() {
  const t = useTranslations("security");
  const security = useSecurity();
  if (!security.data) {
    return <QueryState query={security} label={t("title")} rows={4} text={t("failed")} />;
  }
  return (
    <>
      <Protection security={security.data} />
      <Passkeys security={security.data} />
      <AddressBook security={security.data} />
      <Emergency hasTwoFactor={security.data.twoFactorEnabled} />
      <Sessions />
      <SignInHistory />
      <SupportActions />
    </>
  );
}
