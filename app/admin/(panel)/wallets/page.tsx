import { WalletsPage } from "@/components/admin/wallets/wallets-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { listWallets } from "@/lib/wallets/data";
import { serializeWallet } from "@/lib/wallets/serializers";
import { staffWalletKeys } from "@/lib/wallets/staff-client";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("wallets");

export default async function StaffWalletsPage() {
  const user = await requireAdmin();
  if (!may(user, "wallets.read")) return <NoAccess page="wallets" />;
  const wallets = (await listWallets({ activeOnly: false })).map(serializeWallet);
  return (
    <PageMessages namespaces={["security", "staffConflict", "staffWallets", "errors.wallets"]}>
      <Seed entries={[[staffWalletKeys.all, wallets]]}>
        <WalletsPage />
      </Seed>
    </PageMessages>
  );
}
