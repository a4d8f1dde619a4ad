import { SettingsPage } from "@/components/admin/settings/settings-page";
import { PageMessages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { staffSettingKeys } from "@/lib/settings/client";
import { loadAllSettings } from "@/lib/settings/data";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("setting");

export default async function StaffSettingPage() {
  const user = await requireAdmin();
  if (!may(user, "settings.read")) return <NoAccess page="setting" />;
  const entries: SeedEntry[] = [[staffSettingKeys.all, await loadAllSettings()]];
  return (
    <PageMessages namespaces={["security", "staffSettings", "errors.accounts", "errors.settings"]}>
      <Seed entries={entries}>
        <SettingsPage mayChange={may(user, "settings.edit")} />
      </Seed>
    </PageMessages>
  );
}
