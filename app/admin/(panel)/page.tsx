import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Overview } from "@/components/admin/overview/overview";
import { PANEL_LINKS } from "@/components/admin/panel/panel-links";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { AdminPage } from "@/components/layout/admin-shell";
import { getOverview } from "@/lib/overview/data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { staffKeys } from "@/lib/staff/client";
import { NoAccess, staffMetadata } from "./staff-page";

export const generateMetadata = () => staffMetadata("overview");

export default async function OverviewPage() {
  const user = await requireAdmin();
  if (!may(user, "overview.read")) {
    // Logging in leads here: those who do not see the numbers begin with what they work on.
    const first = PANEL_LINKS.flatMap(({ links }) => [...links]).find(
      ({ needed }) => needed !== null && may(user, needed),
    );
    if (first) redirect(first.href);
    return <NoAccess page="overview" />;
  }
  const [t, overview] = await Promise.all([getTranslations("staff"), getOverview()]);
  return (
    <PageMessages namespaces={["staffOverview"]}>
      <Seed entries={[[staffKeys.overview(), overview]]}>
        <AdminPage title={t("titles.overview")}>
          <Overview />
        </AdminPage>
      </Seed>
    </PageMessages>
  );
}
