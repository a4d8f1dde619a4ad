"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { QueryState } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useAllSettings } from "@/lib/settings/client";

// Comes after the page: it brings the library of forms.
const SettingsSections = lazyPart(
  () => import("./settings-sections").then((module) => module.SettingsSections),
  SettingsLoading,
);

function SettingsLoading() {
  const t = useTranslations("staffSettings");
  return (
    <Loading label={t("loading")}>
      <SkeletonRows count={8} className="h-60" />
    </Loading>
  );
}

/** Everything that can be set about the site, in sections. */
export function SettingsPage({ mayChange }: { mayChange: boolean }) {
  const t = useTranslations("staffSettings");
  const all = useAllSettings();
  return (
    <AdminPage title={t("title")}>
      {all.data ? (
        <SettingsSections all={all.data} mayChange={mayChange} />
      ) : (
        <QueryState
          query={all}
          label={t("loading")}
          rows={8}
          rowClass="h-12"
          text={(reason) => t("failed", { reason })}
        />
      )}
    </AdminPage>
  );
}
