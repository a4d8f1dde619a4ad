import { getTranslations } from "next-intl/server";
import { Overview } from "@/components/admin/overview";
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
  if (!mayUseArea(user, "read")) return <NoAccess page="overview" />;
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
