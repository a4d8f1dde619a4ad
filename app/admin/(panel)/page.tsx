import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Overview } from "@/components/admin/overview";
import { PANEL_LINKS } from "@/components/admin/panel-links";
import { Seed } from "@/components/app/seed";
import { AdminPage } from "@/components/layout/admin-shell";
import { requireAdmin } from "@/lib/accounts/gate";
import { staffKeys } from "@/lib/accounts/staff-client";
import { getOverview } from "@/lib/accounts/staff-overview";
import { mayUseArea } from "@/lib/accounts/staff-rights";
import { NoAccess, staffMetadata } from "./staff-page";

export const generateMetadata = () => staffMetadata("overview");

export default async function OverviewPage() {
  const user = await requireAdmin();
  if (!mayUseArea(user, "read")) {
    // Signing in leads here: those who do not see the numbers begin with what they work on.
    const first = PANEL_LINKS.flatMap(({ links }) => [...links]).find(({ area }) =>
      mayUseArea(user, area),
    );
    if (first) redirect(first.href);
    return <NoAccess page="overview" />;
  }
  const [t, overview] = await Promise.all([getTranslations("staff"), getOverview()]);
  return (
    <Seed entries={[[staffKeys.overview(), overview]]}>
      <AdminPage title={t("titles.overview")}>
        <Overview
          mayProcess={mayUseArea(user, "finance")}
          mayUsers={mayUseArea(user, "users")}
          mayChat={mayUseArea(user, "support")}
        />
      </AdminPage>
    </Seed>
  );
}
