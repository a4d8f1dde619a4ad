import { BroadcastPage } from "@/components/admin/broadcasts/broadcast-page";
import { BROADCAST_FILTERS } from "@/components/admin/lists/list-names";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { broadcastKeys } from "@/lib/notifications/broadcast-client";
import { listBroadcasts } from "@/lib/notifications/broadcast-data";
import { broadcastsQuery } from "@/lib/notifications/broadcast-schema";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { type PageParams, seedOfList } from "../seed-of-list";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("create-notifications");

export default async function CreateNotificationsPage({
  searchParams,
}: {
  searchParams: PageParams;
}) {
  const user = await requireAdmin();
  if (!may(user, "notifications.read")) return <NoAccess page="create-notifications" />;
  const entries = await seedOfList(await searchParams, BROADCAST_FILTERS, {
    key: broadcastKeys.list,
    schema: broadcastsQuery,
    load: listBroadcasts,
  });
  return (
    <PageMessages namespaces={["staffNotifications", "errors.notifications"]}>
      <Seed entries={entries}>
        <BroadcastPage />
      </Seed>
    </PageMessages>
  );
}
